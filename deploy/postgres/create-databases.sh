#!/bin/sh
# Runs once, when the PostgreSQL container makes its data directory: logins and databases, each with what it needs only.
# The passwords come from the environment; psql quotes them.
set -eu

psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set temporal="$TEMPORAL_DB_PASSWORD" --set owner="$HUB_OWNER_PASSWORD" \
  --set app="$HUB_APP_PASSWORD" --set relay="$HUB_RELAY_PASSWORD" <<'SQL'
create role temporal  login nosuperuser nobypassrls password :'temporal';
create role hub_owner login nosuperuser nobypassrls password :'owner';
create role hub_app   login nosuperuser nobypassrls password :'app';
create role hub_relay login nosuperuser nobypassrls password :'relay';

create database temporal            owner temporal;
create database temporal_visibility owner temporal;
create database hub                 owner hub_owner;

revoke all on database temporal, temporal_visibility, hub, postgres, template1 from public;
grant connect on database hub to hub_app, hub_relay;
SQL
