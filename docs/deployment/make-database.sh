#!/bin/sh
# Runs when the cluster is made, with the superuser's address: the database, and its owner, who may make the processes' login and see who follows.
exec psql --quiet --set=ON_ERROR_STOP=1 --set=password="$OWNER_PASSWORD" "$1" <<'SQL'
create role hub login createrole password :'password';
grant pg_read_all_stats to hub;
create database hub owner hub;
SQL
