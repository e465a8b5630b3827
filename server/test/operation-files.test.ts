// @module-tag operation
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { haproxy, haproxyWeb, PORTS } from '../../ops/cluster/settings.ts'

// The files that operators copy: units, proxies, containers.

const UNITS = 'ops/systemd'
const HAPROXY = '/usr/sbin/haproxy'
const ANALYZE = '/usr/bin/systemd-analyze'
const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The settings of a unit, without comments. */
const linesOf = async (unit: string): Promise<string[]> =>
  (await readFile(join(UNITS, unit), 'utf8')).split('\n').filter((line) => line && !line.startsWith('#'))

test('the worker unit differs from the product only in its name and environment', async () => {
  const [product, worker] = await Promise.all([linesOf('largada.service'), linesOf('largada-worker.service')])
  const own = worker.filter((line) => !product.includes(line))
  expect(own).toEqual([
    'Description=Jobs of Largada',
    'Environment=ROLE=worker HOST=127.0.0.1 PORT=3100 METRICS_ADDRESS=127.0.0.1:9465',
  ])
  expect(product.filter((line) => !worker.includes(line))).toEqual(['Description=Largada'])
})

test('the backup is as confined as the product, and its failure is reported', async () => {
  const [product, backup] = await Promise.all([linesOf('largada.service'), linesOf('largada-backup.service')])
  const confinement = product.slice(product.indexOf('NoNewPrivileges=yes'), product.indexOf('[Install]'))
  expect(confinement.length).toBeGreaterThan(10)
  expect(backup).toEqual(expect.arrayContaining(confinement))
  expect(backup).toContain('OnFailure=largada-failed@%n.service')
})

test('systemd finds no unit exposed', async ({ skip }) => {
  if (!existsSync(ANALYZE)) skip('systemd is not installed')
  const units = (await readdir(UNITS)).filter((name) => name.endsWith('.service') && !name.includes('@'))
  for (const unit of units) {
    const { stdout } = await run(ANALYZE, ['security', '--offline=true', join(UNITS, unit)])
    const exposure = Number(/Overall exposure level for .*: (\d+\.\d)/.exec(stdout)?.[1])
    expect(exposure, unit).toBeLessThan(5)
  }
})

test('HAProxy accepts its files: the one to copy, and those of the cluster and of the deployment under load', async ({
  skip,
}) => {
  if (!existsSync(HAPROXY)) skip('haproxy is not installed')
  const certificate = join(folder, 'certificate.pem')
  await run('openssl', [
    ...[
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=corridas.exemplo.com.br',
      '-days',
      '1',
    ],
    ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
  ])
  const parts = ['key.pem', 'cert.pem'].map((name) => readFile(join(folder, name), 'utf8'))
  await writeFile(certificate, (await Promise.all(parts)).join(''))
  const original = await readFile('ops/proxy/haproxy.cfg', 'utf8')
  const texts = [
    original.replace('/etc/haproxy/certificates', certificate),
    haproxyWeb(18_000, [3000, 3001]),
    haproxy(),
  ]
  for (const text of texts) {
    const path = join(folder, 'haproxy.cfg')
    await writeFile(path, text)
    await expect(run(HAPROXY, ['-c', '-f', path]), text).resolves.toBeTruthy()
  }
})

test('the proxy of the tests is the one to copy, but for addresses and TLS', async () => {
  const original = (await readFile('ops/proxy/haproxy.cfg', 'utf8')).split('\n').map((line) => line.trim())
  const ours = haproxyWeb(PORTS.web, [3000])
  expect(original).toEqual(
    expect.arrayContaining(['option httpchk GET /health/ready', 'retry-on conn-failure']),
  )
  const kept = ours.split('\n').filter((line) => original.includes(line.trim()))
  expect(kept.length).toBeGreaterThan(12)
  expect(ours).not.toMatch(/ssl|redirect/)
  expect(ours).toContain(`bind 127.0.0.1:${PORTS.web}`)
})

test('images of others have a version', async () => {
  const images = [...(await readFile('ops/compose.yaml', 'utf8')).matchAll(/^ +image: (\S+)$/gm)].map(
    ([, name]) => name,
  )
  expect(images.length).toBeGreaterThan(3)
  expect(images.filter((name) => name !== 'largada' && !/:v?\d/.test(name ?? ''))).toEqual([])
})
