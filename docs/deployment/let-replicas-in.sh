# Runs when the cluster is made; an existing cluster needs the line added by hand, and a reload.
echo "host replication hub samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
