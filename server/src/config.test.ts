import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isCnpj } from '#contract/documents.ts'
import { ConfigError } from '#server/lib/environment.ts'
import { loadConfig } from './config.ts'

const ASAAS = {
  PAYMENT_GATEWAY: 'asaas',
  ASAAS_API_URL: 'https://api-sandbox.asaas.com/v3/',
  ASAAS_API_KEY: '$aact_hmlg_0123456789',
  ASAAS_WEBHOOK_TOKEN: 'x'.repeat(32),
}

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
  expect(isCnpj(config.seller?.document ?? '')).toBe(true)
})

const SELLER = {
  LEGAL_NAME: 'Corre Brasil Inscrições Ltda.',
  LEGAL_DOCUMENT: '12.abc.345/01de-35',
  LEGAL_ADDRESS: 'Rua Um, 2, Centro, São Paulo/SP, CEP 01001-000',
  LEGAL_EMAIL: 'contato@corre.com.br',
}

test('the legal data of the platform: given whole, or not at all', () => {
  const real = { DEMO: 'off', PAYMENT_GATEWAY: 'sandbox' }
  expect(loadConfig(real).seller).toBeNull()
  expect(loadConfig({ ...real, ...SELLER }).seller).toEqual({
    name: 'Corre Brasil Inscrições Ltda.',
    document: '12ABC34501DE35',
    address: 'Rua Um, 2, Centro, São Paulo/SP, CEP 01001-000',
    email: 'contato@corre.com.br',
  })
  expect(loadConfig({ ...real, ...SELLER, LEGAL_DOCUMENT: '529.982.247-25' }).seller?.document).toBe(
    '52998224725',
  )
  expect(() => loadConfig({ ...real, ...SELLER, LEGAL_ADDRESS: '' })).toThrow(/^LEGAL_NAME, LEGAL_DOCUMENT/)
  expect(() => loadConfig({ ...real, ...SELLER, LEGAL_DOCUMENT: '11.111.111/1111-11' })).toThrow(
    'LEGAL_DOCUMENT precisa ser um CNPJ ou CPF válido.',
  )
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

test.each<[NodeJS.ProcessEnv, boolean]>([
  [{}, true],
  [{ PUBLIC_URL: 'http://localhost:8080', DATA_DIR: '/tmp/x', NODE_ENV: 'test' }, true],
  [{ DATABASE_URL: 'postgresql://a@b/c' }, false],
  [{ SMTP_URL: 'smtp://mail:25' }, false],
  [{ PUBLIC_URL: 'https://corre.com.br' }, false],
  [{ NODE_ENV: 'production' }, false],
  [{ ...ASAAS, PAYMENT_GATEWAY: 'sandbox' }, false],
  [{ ...ASAAS, PAYMENT_GATEWAY: 'asaas' }, false],
  [{ PUBLIC_URL: 'https://demo.corre.com.br', DEMO: 'on' }, true],
])('without DEMO, what an installation for real races sets starts no demo: %j', (environment, demo) => {
  expect(loadConfig({ PAYMENT_GATEWAY: 'sandbox', ...environment }).demo).toBe(demo)
})

test('the demo never charges at Asaas', () => {
  expect(() => loadConfig({ ...ASAAS, DEMO: 'on' })).toThrow(/^DEMO=on não combina com PAYMENT_GATEWAY=asaas/)
})

test('uses Asaas for new payments, or only to complete existing ones', () => {
  const asaas = {
    apiUrl: 'https://api-sandbox.asaas.com/v3',
    apiKey: ASAAS.ASAAS_API_KEY,
    webhookTokens: [ASAAS.ASAAS_WEBHOOK_TOKEN],
  }
  expect(loadConfig(ASAAS)).toMatchObject({ paymentGateway: 'asaas', asaas })
  expect(loadConfig({ ...ASAAS, PAYMENT_GATEWAY: 'sandbox' })).toMatchObject({
    paymentGateway: 'sandbox',
    asaas,
  })
})

test('two tokens of the webhook are accepted while they are exchanged', () => {
  const [before, after] = ['a'.repeat(32), 'b'.repeat(32)]
  const { asaas } = loadConfig({ ...ASAAS, ASAAS_WEBHOOK_TOKEN: `${before},${after}` })
  expect(asaas?.webhookTokens).toEqual([before, after])
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
  [{ DATABASE_DIRECT_URL: 'postgres://a@b/c' }, 'DATABASE_DIRECT_URL acompanha DATABASE_URL, que falta.'],
  [{ DATABASE_POOL: '1' }, 'DATABASE_POOL precisa ser um número de 2 a 500.'],
  [{ ROLE: 'api' }, 'ROLE precisa ser all, web ou worker.'],
  [{ ROLE: 'worker' }, 'ROLE=worker precisa de DATABASE_URL, o banco de dados que os processos dividem.'],
  [{ WEB_CONCURRENCY: '0' }, 'WEB_CONCURRENCY precisa ser um número de 1 a 64.'],
  [{ STORAGE_URL: 'https://s3.exemplo.com/fotos' }, /^STORAGE_URL precisa ser o endereço de um bucket/],
  [
    { STORAGE_URL: 'http://a:b@s3.exemplo.com/fotos' },
    'STORAGE_URL precisa começar com https://, porque leva a chave.',
  ],
  [{ BACKUP_KEY: 'segredo' }, /^BACKUP_KEY precisa ter 32 bytes em base64/],
  [{ BACKUP_WAL: 'pasta' }, /^BACKUP_WAL precisa ser uma pasta, como/],
  [{ BACKUP_WAL: 'http://a:b@s3.exemplo.com/log' }, /^BACKUP_WAL precisa começar com https:/],
  [
    { BACKUP_WAL: '/mnt/log', DATABASE_URL: 'postgres://a@b/c', PAYMENT_GATEWAY: 'sandbox' },
    /^BACKUP_WAL é do PostgreSQL embutido\./,
  ],
  [{ METRICS_ADDRESS: '9464' }, 'METRICS_ADDRESS precisa ser um endereço e uma porta, como 127.0.0.1:9464.'],
  [{ SMTP_URL: 'http://x' }, 'SMTP_URL precisa ser um endereço que comece com smtp:// ou smtps://.'],
  [{ CONTACT_PHONE: '123' }, 'CONTACT_PHONE precisa ter de 10 a 15 dígitos, com o código do país.'],
  [{ DEMO: 'talvez' }, 'DEMO precisa ser on ou off.'],
  [{ LOG_LEVEL: 'alto' }, /^LOG_LEVEL precisa ser um de: fatal,/],
  [{ SECOND_FACTOR: 'on' }, 'SECOND_FACTOR precisa ser required ou optional.'],
  [{ PAYMENT_GATEWAY: 'stripe' }, 'PAYMENT_GATEWAY precisa ser asaas ou sandbox.'],
  [
    { PAYMENT_GATEWAY: 'asaas' },
    'PAYMENT_GATEWAY=asaas precisa de ASAAS_API_URL, ASAAS_API_KEY e ASAAS_WEBHOOK_TOKEN.',
  ],
  [
    { ...ASAAS, ASAAS_WEBHOOK_TOKEN: '' },
    'O Asaas precisa de ASAAS_API_URL, ASAAS_API_KEY e ASAAS_WEBHOOK_TOKEN.',
  ],
  [{ ASAAS_API_KEY: '$aact_hmlg_0123456789' }, /^O Asaas precisa de/],
  [{ ...ASAAS, ASAAS_API_URL: 'asaas' }, /^ASAAS_API_URL precisa ser um endereço/],
  [
    { ...ASAAS, ASAAS_API_URL: 'http://api.asaas.com/v3' },
    'ASAAS_API_URL precisa começar com https://, porque leva a chave de API.',
  ],
  [{ ...ASAAS, ASAAS_API_KEY: 'aact_hmlg_0123456789' }, /^ASAAS_API_KEY precisa ser uma chave/],
  [{ ...ASAAS, ASAAS_API_KEY: '$' }, /^ASAAS_API_KEY/],
  [{ ...ASAAS, ASAAS_WEBHOOK_TOKEN: 'curto' }, /^ASAAS_WEBHOOK_TOKEN precisa ter de 32 a 255/],
  [{ ...ASAAS, ASAAS_WEBHOOK_TOKEN: 'com espaço'.repeat(5) }, /^ASAAS_WEBHOOK_TOKEN/],
  [{ ...ASAAS, ASAAS_WEBHOOK_TOKEN: `${'x'.repeat(32)},curto` }, /^ASAAS_WEBHOOK_TOKEN/],
  [{ ...ASAAS, ASAAS_WEBHOOK_TOKEN: `${'x'.repeat(32)},` }, /^ASAAS_WEBHOOK_TOKEN/],
  [{ TRUST_PROXY: '10.0.0.300' }, /^TRUST_PROXY precisa ser uma lista de endereços ou redes/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY/],
  [{ TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY/],
  [{ TRUST_PROXY: '0' }, /^TRUST_PROXY/],
  [{ TRUST_PROXY: '99' }, /^TRUST_PROXY/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY/],
  [
    { DEMO: 'off' },
    /^Fora do modo de demonstração, PAYMENT_GATEWAY precisa dizer por onde se paga: asaas, ou sandbox,/,
  ],
  [{ DATABASE_URL: 'postgresql://a@b/c', PAYMENT_GATEWAY: ' ' }, /PAYMENT_GATEWAY precisa dizer/],
  [{ RATE_LIMITS: 'off', DEMO: 'off' }, 'RATE_LIMITS=off só é aceito no modo de demonstração (DEMO=on).'],
])('%j is refused with one sentence', (environment, sentence) => {
  expect(() => loadConfig(environment)).toThrow(sentence)
  expect(() => loadConfig(environment)).toThrow(ConfigError)
})
