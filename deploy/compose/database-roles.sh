#!/bin/sh
# The PostgreSQL image runs this once, on an empty database, to create the roles of docs/install.md.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v serving="$SERVING_PASSWORD" --dbname postgres <<'END'
create role trailwarden_owner login password :'owner';
create role trailwarden_server login password :'serving';
create database trailwarden owner trailwarden_owner;
END
