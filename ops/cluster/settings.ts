import { readFileSync } from 'node:fs'

/** Settings files of the cluster's programs. Patroni reads JSON, which is valid YAML. */

export const PORTS = {
  web: 18_000,
  pooled: 18_001,
  primary: 18_002,
  replicas: 18_003,
  etcd: 18_010,
  etcdPeers: 18_011,
  postgres: [18_021, 18_022, 18_023],
  patroni: [18_031, 18_032, 18_033],
  pgbouncer: [18_041, 18_042],
  webProcesses: [18_051, 18_052, 18_053, 18_054],
  workers: [18_061, 18_062],
} as const

export const DATABASE = 'largada'
const PASSWORD = 'loopback'
const BINARIES = '/usr/lib/postgresql/15/bin'

export const urlOf = (port: number, database: string = DATABASE) =>
  `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`

/** A commit needs one other member, and only such a member may become primary. */
export const patroni = (folder: string, i: number): string =>
  JSON.stringify({
    scope: DATABASE,
    name: `postgres${i + 1}`,
    restapi: { listen: `127.0.0.1:${PORTS.patroni[i]}`, connect_address: `127.0.0.1:${PORTS.patroni[i]}` },
    etcd3: { host: `127.0.0.1:${PORTS.etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            wal_keep_size: '256MB',
            hot_standby: 'on',
            wal_log_hints: 'on',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${PORTS.postgres[i]}`,
      connect_address: `127.0.0.1:${PORTS.postgres[i]}`,
      bin_dir: BINARIES,
      data_dir: `${folder}/postgres${i + 1}`,
      pgpass: `${folder}/pgpass${i + 1}`,
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replication 127.0.0.1/32 scram-sha-256',
      ],
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replication', password: PASSWORD },
        rewind: { username: 'rewind', password: PASSWORD },
      },
      parameters: { unix_socket_directories: folder },
    },
  })

/** HAProxy distributes the product's connections over both PgBouncers. */
export const pgbouncer = (folder: string, i: number): string => `
[databases]
${DATABASE} = host=127.0.0.1 port=${PORTS.primary} dbname=${DATABASE}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${PORTS.pgbouncer[i]}
auth_type = plain
auth_file = ${folder}/pgbouncer-users.txt
pool_mode = transaction
default_pool_size = 20
max_client_conn = 1000
server_login_retry = 1
server_check_delay = 5
query_wait_timeout = 10
unix_socket_dir =
`

export const pgbouncerUsers = `"postgres" "${PASSWORD}"\n`

const members = (path: string): string =>
  PORTS.postgres
    .map(
      (port, i) =>
        `  server postgres${i + 1} 127.0.0.1:${port} check port ${PORTS.patroni[i]} on-marked-down shutdown-sessions`,
    )
    .concat(`  option httpchk OPTIONS ${path}`)
    .join('\n')

const HAPROXY_FILE = new URL('../proxy/haproxy.cfg', import.meta.url)

/**
 * `ops/proxy/haproxy.cfg` for several processes of the product behind a port without TLS. Callers stand for
 * people on many machines, so their X-Forwarded-For is kept.
 */
export function haproxyWeb(port: number, processes: readonly number[]): string {
  const lines = readFileSync(HAPROXY_FILE, 'utf8').split('\n')
  const ofDeployment = /^ *(#|bind |server |http-request (redirect|set-header) )/
  return [
    ...lines
      .filter((line) => !ofDeployment.test(line))
      .map((line) => line.replace('option forwardfor', 'option forwardfor if-none')),
    `  bind 127.0.0.1:${port}`,
    ...processes.map((process, i) => `  server web${i + 1} 127.0.0.1:${process}`),
    '',
  ].join('\n')
}

/**
 * Patroni reports which member is the primary. Reads go to the replicas, or to the primary while there are
 * none.
 */
export const haproxy = (): string => `${haproxyWeb(PORTS.web, PORTS.webProcesses)}
defaults
  mode tcp
  timeout connect 3s
  timeout client 1h
  timeout server 1h
  default-server inter 1s fall 2 rise 1
  option redispatch
listen primary
  bind 127.0.0.1:${PORTS.primary}
${members('/primary')}
listen replicas
  bind 127.0.0.1:${PORTS.replicas}
${members('/replica')}
  server primary 127.0.0.1:${PORTS.primary} backup
listen pooled
  bind 127.0.0.1:${PORTS.pooled}
${PORTS.pgbouncer.map((port, i) => `  server pgbouncer${i + 1} 127.0.0.1:${port} check`).join('\n')}
`
