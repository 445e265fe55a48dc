#!/bin/sh
# Stands for a command that asks a model: a JSON request on standard input, an answer on standard output.
case "$(cat)" in
  *dispatched*) echo "The member is: shipped." ;;
  *'called off'*) echo Cancelled ;;
  *) echo none ;;
esac
