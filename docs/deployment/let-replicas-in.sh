# Runs when the cluster is made; one that stands already wants the line by hand, and a reload.
echo "host replication hub samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
