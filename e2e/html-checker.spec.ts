import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { createAccount, signIn } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'

// Runs the Nu HTML checker on the HTML that the server sends and on the document in the browser. The checker
// needs Java, which the project itself does not.

const JAR = join(createRequire(import.meta.url).resolve('vnu-jar'), '../build/dist/vnu.jar')
const hasJava = spawnSync('java', ['-version']).status === 0

/**
 * CSS properties and `blocking` of `rel="expect"` (HTML, 4.2.4), which the checker does not know; explicit
 * table roles, needed because some browsers drop them from tables shown as cards on a phone; Mantine's
 * switch, whose label contains block elements.
 */
const PERMITTED = [
  /: CSS: /,
  /“link” element with a “blocking” attribute must have a “rel” attribute/,
  /“role” attribute must not be used on a “t[rhd]” element which has a “table” ancestor/,
  /“div” not allowed as child of element “label”.*mantine-Switch-labelWrapper/s,
]

interface Message {
  type: string
  url: string
  message: string
  extract?: string
}

function errorsOf(folder: string): string[] {
  const { stdout, stderr } = spawnSync('java', ['-jar', JAR, '--format', 'json', '--errors-only', folder], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const { messages } = JSON.parse(stderr || stdout) as { messages: Message[] }
  return messages
    .filter(({ type }) => type === 'error')
    .map(({ url, message, extract }) => `${url.split('/').at(-1)}: ${message} ${extract ?? ''}`)
    .filter((error) => !PERMITTED.some((known) => known.test(error)))
}

test.skip(!hasJava, 'Java is not installed')

test('pages without a session, of an account and of a payment are valid HTML', { tag: '@operation' }, async ({
  page,
  request,
}) => {
  const [race, account] = await Promise.all([createRace(request), createAccount(request)])
  const order = await placeOrder(request, account, race)
  const link = order.registrations[0]?.payment_link ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'largada-html-'))
  const keep = async (paths: readonly string[]) => {
    for (const path of paths) {
      const name = path.replace(/\W+/g, '_')
      await writeFile(join(folder, `${name}.served.html`), await (await request.get(path)).text())
      await page.goto(path, { waitUntil: 'networkidle' })
      await expect(page.locator('fieldset:not(:has(> legend))'), path).toHaveCount(0)
      await writeFile(join(folder, `${name}.shown.html`), await page.content())
    }
  }
  try {
    await keep([
      ...[
        '/',
        '/?title=corrida',
        '/mapa',
        '/mapa?state=SP',
        `/events/${race.slug}`,
        '/events/nada',
        '/privacidade',
        '/login',
      ],
      ...[
        '/recuperar-senha',
        '/redefinir-senha?token=x',
        '/register',
        '/confirmacao-email',
        '/pagina-inicial',
      ],
      ...['/convite', '/nao-sou-eu', new URL(link).pathname],
    ])
    await signIn(page.context(), account.session)
    await keep([
      '/participante/eventos',
      '/participante/perfil',
      '/minha-conta',
      `/register/event?id=${race.id}`,
    ])
    expect(errorsOf(folder)).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})
