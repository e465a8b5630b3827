import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

test('defaults: the embedded database, the demo, loopback only', () => {
  const config = loadConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    dataDir: resolve('data'),
    demo: true,
    rateLimits: true,
    paymentGateway: 'sandbox',
    secondFactor: 'optional',
  })
  expect(config.contactPhone).not.toBeNull()
})

test('with DATABASE_URL: no demo and no demo phone number', () => {
  const config = loadConfig({
    DATABASE_URL: 'postgresql://a@b/c',
    PUBLIC_URL: 'https://corre.com.br/',
    PAYMENT_GATEWAY: 'sandbox',
  })
  expect(config).toMatchObject({
    demo: false,
    contactPhone: null,
    host: '0.0.0.0',
    publicUrl: 'https://corre.com.br',
    secondFactor: 'required',
  })
})

test('an empty variable counts as not set', () => {
  expect(loadConfig({ PORT: '', SMTP_URL: ' ', DEMO: '' })).toEqual(loadConfig({}))
})

test.each([
  [{}, ['loopback']],
  [{ TRUST_PROXY: '2' }, 2],
  [{ TRUST_PROXY: '10.0.0.5, fd00::/8,172.16.0.0/12' }, ['10.0.0.5', 'fd00::/8', '172.16.0.0/12']],
])('%j: whose word is taken for who asks', (environment, trustProxy) => {
  expect(loadConfig(environment).trustProxy).toEqual(trustProxy)
})

test.each([
  [{ PORT: 'abc' }, 'PORT precisa ser um número de 1 a 65535.'],
  [{ PORT: '70000' }, 'PORT precisa ser um número de 1 a 65535.'],
  [{ HOST: 'a b' }, 'HOST precisa ser um nome ou endereço de rede, como 0.0.0.0.'],
  [{ PUBLIC_URL: 'corre' }, 'PUBLIC_URL precisa ser um endereço que comece com http:// ou https://.'],
  [
    { DATABASE_URL: 'mysql://x' },
    'DATABASE_URL precisa ser um endereço que comece com postgres:// ou postgresql://.',
  ],
  [{ SMTP_URL: 'http://x' }, 'SMTP_URL precisa ser um endereço que comece com smtp:// ou smtps://.'],
  [{ CONTACT_PHONE: '123' }, 'CONTACT_PHONE precisa ter de 10 a 15 dígitos, com o código do país.'],
  [{ DEMO: 'talvez' }, 'DEMO precisa ser on ou off.'],
  [{ LOG_LEVEL: 'alto' }, /^LOG_LEVEL precisa ser um de: fatal,/],
  [{ SECOND_FACTOR: 'on' }, 'SECOND_FACTOR precisa ser required ou optional.'],
  [{ PAYMENT_GATEWAY: 'asaas' }, 'PAYMENT_GATEWAY só aceita sandbox.'],
  [{ TRUST_PROXY: '10.0.0.300' }, /^TRUST_PROXY precisa ser uma lista de endereços ou redes/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY/],
  [{ TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY/],
  [{ TRUST_PROXY: '0' }, /^TRUST_PROXY/],
  [{ TRUST_PROXY: '99' }, /^TRUST_PROXY/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY/],
  [{ DEMO: 'off' }, /^Fora do modo de demonstração, PAYMENT_GATEWAY precisa dizer por onde se paga\./],
  [{ DATABASE_URL: 'postgresql://a@b/c', PAYMENT_GATEWAY: ' ' }, /PAYMENT_GATEWAY precisa dizer/],
  [{ RATE_LIMITS: 'off', DEMO: 'off' }, 'RATE_LIMITS=off só é aceito no modo de demonstração (DEMO=on).'],
])('%j is refused with one sentence', (environment, sentence) => {
  expect(() => loadConfig(environment)).toThrow(sentence)
  expect(() => loadConfig(environment)).toThrow(ConfigError)
})
