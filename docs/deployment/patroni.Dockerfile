# PostgreSQL with Patroni beside it, from the PostgreSQL project's own packages, for docker-compose.ha.yml.
FROM postgres:17@sha256:d74eeac9a635390a49bc21bd49fccd973de707e2a53a76ac49b552b8712ec46f
RUN apt-get update \
  && apt-get install --yes --no-install-recommends patroni python3-etcd python3-psycopg2 \
  && rm -rf /var/lib/apt/lists/*
USER postgres
ENTRYPOINT ["patroni", "/etc/patroni/patroni.yml"]
