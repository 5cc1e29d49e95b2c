#!/bin/sh
# Run by the image of nginx before it starts: deploy/nginx.conf with the name of the site and the addresses of compose.yaml.
set -eu
sed -e "s/trails\.example\.org/$SITE_NAME/g" \
  -e 's/^\( *\)server 127\.0\.0\.1:8080\( .*\);.*/\1server 172.30.0.11:8080\2;\n\1server 172.30.0.12:8080\2;/' \
  "${1:-/etc/trailwarden/nginx.conf}" >"${2:-/etc/nginx/conf.d/default.conf}"
