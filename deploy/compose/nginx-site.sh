#!/bin/sh
# The nginx image runs this before nginx starts, to put the site's name and the addresses of compose.yaml into deploy/nginx.conf.
set -eu
sed -e "s/trails\.example\.org/$SITE_NAME/g" \
  -e 's/^\( *\)server 127\.0\.0\.1:8080\( .*\);.*/\1server 172.30.0.11:8080\2;\n\1server 172.30.0.12:8080\2;/' \
  "${1:-/etc/trailwarden/nginx.conf}" >"${2:-/etc/nginx/conf.d/default.conf}"
