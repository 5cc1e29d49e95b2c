#!/bin/sh
# Run once by the image of PostgreSQL, on an empty database: the roles of docs/database-roles.md.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v serving="$SERVING_PASSWORD" --dbname postgres <<'END'
create role trailwarden_owner login password :'owner';
create role trailwarden_server login password :'serving';
create database trailwarden owner trailwarden_owner;
END
