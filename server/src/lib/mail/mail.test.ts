import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { testDatabase } from '#test/database.ts'
import { systemClock } from '../clock.ts'
import { JOB_QUEUES } from '../jobs/queues.ts'
import { devMailRoutes } from './dev-mail.ts'
import { html, toPlainText } from './html.ts'
import { emailLayout } from './layout.ts'
import { createMailer, SMTP_CONNECTIONS } from './mailer.ts'
import { mimeMessage } from './mime.ts'
import { recordedMailer } from './recorded-mailer.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'largada-mail-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const message = (name: string) => ({
  to: 'ana@exemplo.com.br',
  subject: `Confirme seu e-mail, ${name}`,
  ...emailLayout({
    title: 'Confirme seu e-mail',
    body: html`<p>Olá, ${name}!</p><ul><li>Um</li><li>Dois</li></ul>`,
    action: { label: 'Confirmar e-mail', url: 'https://largada.test/confirmar?a=1&b=2' },
  }),
})

test('interpolated text is escaped', () => {
  expect(
    html`<p title="${'"'}">${'<b>'}${html`<i>${['a', html`<u>`]}</i>`}${null}${false}${0}</p>`.markup,
  ).toBe('<p title="&quot;">&lt;b&gt;<i>a<u></i>0</p>')
})

test('the plain-text part has the same content', () => {
  expect(message('Zé & Cia').text).toBe(
    'Confirme seu e-mail\n\nOlá, Zé & Cia!\n\n- Um\n- Dois\n\nConfirmar e-mail:\nhttps://largada.test/confirmar?a=1&b=2\n\n' +
      '--\nLargada · Inscrições para corridas em todo o Brasil\n',
  )
  expect(
    toPlainText(
      html`<table><tr><th>Kit</th> <td>M</td></tr><tr><th>Valor</th><td>R$ 60,00</td></tr></table><a href="https://x.y/">Abrir</a>`,
    ),
  ).toBe('Kit  M\nValor  R$ 60,00\n\nAbrir: https://x.y/')
})

test('without SMTP a message is a file, listed and displayed in the demo', async () => {
  const config = loadConfig({ DATA_DIR: dataDir })
  await createMailer(config).send(message('José <script>'))
  expect(await readdir(join(dataDir, 'mail'))).toEqual([expect.stringMatching(/^[\w-]+\.eml$/)])

  const app = Fastify()
  devMailRoutes(app, config)
  const list = await app.inject('/dev/mail')
  expect(list.body).toContain('Confirme seu e-mail, José &lt;script&gt;')
  const path = list.body.match(/href="(\/dev\/mail\/[\w-]+)"/)?.[1] ?? ''

  const shown = await app.inject(path)
  expect(shown.body).toContain('href="https://largada.test/confirmar?a=1&amp;b=2"')
  const framed = await app.inject(`${path}/html`)
  expect(framed.headers['content-security-policy']).toContain("default-src 'none'")
  expect(framed.body).toContain('<base target="_top">')
  // The message contains the product's logo.
  expect(framed.body).toMatch(/<img src="data:image\/png;base64,iVBOR/)
  expect((await app.inject(`${path}/raw`)).body).toContain('To: ana@exemplo.com.br')
  expect((await app.inject('/dev/mail/..%2F..%2Fsecrets')).statusCode).toBe(404)
})

test('outside the demo the message pages are 404', async () => {
  const app = Fastify()
  devMailRoutes(app, loadConfig({ DATA_DIR: dataDir, DEMO: 'off', PAYMENT_GATEWAY: 'sandbox' }))
  expect((await app.inject('/dev/mail')).statusCode).toBe(404)
})

test('with SMTP_URL a message goes to that server', async () => {
  const received = Promise.withResolvers<string>()
  const server = createServer((socket) => {
    let data = ''
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      data += chunk
      if (/\r\n\.\r\n$/.test(data)) {
        received.resolve(data)
        socket.write('250 queued\r\n')
      } else if (/DATA\r\n$/.test(data)) socket.write('354 go\r\n')
      else if (/QUIT\r\n$/.test(data)) socket.end('221 bye\r\n')
      else if (/\r\n$/.test(data) && !/DATA\r\n/.test(data)) socket.write('250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const config = loadConfig({
    DEMO: 'on',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Largada <oi@largada.test>',
  })
  await createMailer(config).send(message('Ana'))
  const conversation = await received.promise
  expect(conversation).toContain('MAIL FROM:<oi@largada.test>')
  expect(conversation).toContain('RCPT TO:<ana@exemplo.com.br>')
  expect(conversation).toMatch(/Content-Type: multipart\/alternative/)
  server.close()
})

test('a message that finds no connection fails, and is not recorded as a failure of the mail server', async () => {
  const { db } = await testDatabase()
  const silent = new Set<Socket>()
  const server = createServer((socket) => silent.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const config = loadConfig({ DEMO: 'on', SMTP_URL: `smtp://127.0.0.1:${port}` })
  const mailer = recordedMailer({
    mailer: createMailer(config),
    db,
    clock: systemClock,
    log: pino({ level: 'silent' }),
  })
  const health = () => db.selectFrom('service_health').where('service', '=', 'mail').selectAll().execute()
  const sent = Array.from({ length: SMTP_CONNECTIONS + JOB_QUEUES.mail.slots }, () =>
    mailer.send(message('Ana')),
  )
  const ended = Promise.allSettled(sent)
  await expect(mailer.send(message('Ana'))).rejects.toThrow('all connections to the mail server are in use')
  expect(await health()).toMatchObject([{ failed_at: null, failure: null }])

  await expect.poll(() => silent.size).toBe(SMTP_CONNECTIONS)
  server.close()
  for (const socket of silent) socket.destroy()
  expect((await ended).every(({ status }) => status === 'rejected')).toBe(true)
  expect(await health()).toMatchObject([{ failed_at: expect.any(Date), failure: expect.any(String) }])
})

test.each([
  'ASCII = 1',
  'Olá, José! 🏃 às 7h',
  `${'é='.repeat(100)}\n${'a'.repeat(76)}\n${'b'.repeat(77)}`,
  ' two spaces  \n.\n..\n\ttab\t\nFrom here',
])('a message can be read: %j', async (text) => {
  const { raw, envelope } = mimeMessage({
    from: 'Corrida de São João <oi@largada.test>',
    to: 'ana@exemplo.com.br',
    subject: 'Inscrição confirmada: 1ª Corrida de São João, Poços de Caldas, com um nome comprido',
    text: `${text}\n`,
    html: `<p>${text}</p>\n`,
    calendar: 'BEGIN:VCALENDAR\r\nSUMMARY:São João\r\n',
    messageId: '1.a@largada.test',
  })
  expect(envelope).toEqual({ from: 'oi@largada.test', to: ['ana@exemplo.com.br'] })
  for (const line of raw.split('\r\n')) {
    expect(line).toMatch(/^[\t -~]*$/)
    expect(line.length).toBeLessThanOrEqual(76)
  }
  expect(raw).toContain('\r\nMIME-Version: 1.0\r\n')
  const read = await PostalMime.parse(raw)
  expect(Date.parse(read.date ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect(read).toMatchObject({
    from: { name: 'Corrida de São João', address: 'oi@largada.test' },
    to: [{ address: 'ana@exemplo.com.br' }],
    subject: 'Inscrição confirmada: 1ª Corrida de São João, Poços de Caldas, com um nome comprido',
    messageId: '<1.a@largada.test>',
    attachments: [
      { mimeType: 'image/png', contentId: '<logo@largada>', disposition: 'inline' },
      { mimeType: 'text/calendar', method: 'PUBLISH' },
      { mimeType: 'application/ics', filename: 'corrida.ics', disposition: 'attachment' },
    ],
  })
  expect(read.text?.trimEnd()).toBe(text.trimEnd())
  expect(read.html?.trimEnd()).toBe(`<p>${text}</p>`)
})

test('a message without an id gets one, and a subject adds no header', async () => {
  const { raw, envelope } = mimeMessage({
    from: 'Largada <oi@largada.test>',
    to: 'ana@exemplo.com.br',
    subject: 'a\r\nBcc: x@y.z',
    text: 'Olá!\n',
    html: '<p>Olá!</p>\n',
  })
  expect(envelope.to).toEqual(['ana@exemplo.com.br'])
  const read = await PostalMime.parse(raw)
  expect(read).toMatchObject({
    subject: 'a Bcc: x@y.z',
    messageId: expect.stringMatching(/^<.+@largada\.test>$/),
  })
  expect(read.bcc).toBeUndefined()
})
