#!/bin/sh
# Runs a Python this project supports with the given arguments: sh tools/python.sh -m tools.setup
# The one found last time is remembered in .setup/python; $JURYBOX_PYTHON overrides it.
supported='import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))'

if [ -z "${JURYBOX_PYTHON:-}" ] && [ -r .setup/python ]; then
    read -r python < .setup/python
    [ -x "$python" ] && exec "$python" "$@"
fi

for name in ${JURYBOX_PYTHON:-python3.11 python3.12 python3.13 python3.14 python3}; do
    # Run it, do not only look for it: version managers leave names behind that start nothing.
    "$name" -c "$supported" > /dev/null 2>&1 && exec "$name" "$@"
done

name=${JURYBOX_PYTHON:-python3}
found=$("$name" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2> /dev/null)
echo "Jurybox needs Python 3.11 to 3.14, but $name is ${found:-not there}; install one of these and run this again." >&2
exit 2
