#!/bin/sh
# A server of one tool, which takes `berthNo` and nothing else.
while read -r line; do
  id=$(printf %s "$line" | sed -n 's/^{"jsonrpc":"2.0","id":\("[^"]*"\|[0-9]*\),.*/\1/p')
  case $line in
    *'"method":"initialize"'*)
      echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}}}}" ;;
    *'"method":"tools/list"'*)
      echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"tools\":[{\"name\":\"dock\",\"inputSchema\":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"berthNo\":{\"type\":\"integer\"}}}}]}}" ;;
    *'"arguments":{"berthNo":'[0-9]*)
      echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"docked\"}]}}" ;;
    *'"method":"tools/call"'*)
      echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32602,\"message\":\"berthNo is missing\"}}" ;;
  esac
done
