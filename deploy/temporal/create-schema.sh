#!/bin/sh
# Brings Temporal's two databases to the newest schema. Runs to the end at every start; does nothing when all is there.
# The databases themselves are made by deploy/postgres/create-databases.sh. SQL_PASSWORD comes from the environment.
set -eu

schemas=${TEMPORAL_SCHEMAS:-/etc/temporal/schema/postgresql/v12}

migrate() {
  database=$1
  schema=$2
  tool() { temporal-sql-tool --plugin postgres12 --ep "$POSTGRES_HOST" -p "${POSTGRES_PORT:-5432}" -u temporal --db "$database" "$@"; }
  # Makes the version table where it is missing.
  tool setup-schema -v 0.0
  tool update-schema -d "$schemas/$schema/versioned"
}

migrate temporal temporal
migrate temporal_visibility visibility
