import { WebAuthnAbortService } from '@simplewebauthn/browser'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import RoleHome from '#web/layouts/role-home.tsx'
import { ROLE_HOME_PATH } from '#web/paths.ts'
import { clearSession } from '#web/session/session.ts'
import { SessionExpiry } from '#web/session/session-expiry.tsx'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import {
  button,
  closeToasts,
  expectText,
  field,
  renderScreen,
  setScreenSize,
  signIn,
  stopTimers,
  toast,
} from '#web-test/render-screen.tsx'
import LoginScreen from './login-screen.tsx'

// Specification, page 1: §2.1 role homes, §2.2 login, §4 and §8 session.

const open = (state: unknown = null) =>
  renderScreen(
    <>
      <SessionExpiry />
      <LoginScreen />
    </>,
    {
      route: '/login',
      state,
      others: [{ path: ROLE_HOME_PATH, element: <RoleHome /> }],
    },
  )

async function submit(): Promise<void> {
  await field('Email').fill('bruna@exemplo.test')
  await field('Senha').fill('uma senha boa')
  await button('Entrar').click()
}

const loggedIn = (roles: string[]) => ({
  data: {
    token: 'token',
    device_token: 'd'.repeat(43),
    user: { id: 1, name: 'Bruna Prado', email: 'bruna@exemplo.test', image: null, organizer: null },
    roles,
    permissions: [],
  },
})
const answerLogin = (roles: string[]) => answerCalls({ 'POST /login': { body: loggedIn(roles) } })

test('with blocked storage it says that the session ends with the tab, and the log-in works', {
  tags: 'operation',
}, async () => {
  const note = page.getByText(
    'Este navegador não permite guardar o seu acesso: ele termina quando você fechar ou recarregar esta aba.',
  )
  await open()
  expect(note.elements()).toHaveLength(0)
  await cleanup()
  const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  onTestFinished(() => blocked.mockRestore())
  onTestFinished(() => clearSession())
  answerLogin(['Participante'])
  const location = await open()
  await expect.element(note).toBeVisible()
  await submit()
  await expect.poll(() => location().pathname).toBe('/participante/eventos')
})

const LINKS = [
  ['Cadastre-se', '/register'],
  ['Esqueceu sua senha?', '/recuperar-senha'],
] as const
test.each(LINKS)("'%s' leads to %s", async (name, path) => {
  const location = await open()
  await page.getByRole('link', { name, exact: true }).click()
  await expect.poll(() => location().pathname).toBe(path)
})

test('the password recovery starts with the e-mail typed at the log-in, and vice versa', async () => {
  const location = await open({ from: '/participante/perfil', email: 'bruna@exemplo.test' })
  await expect.element(field('Email')).toHaveValue('bruna@exemplo.test')
  await field('Email').fill('caio@exemplo.test')
  await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click()
  await expect.poll(location).toMatchObject({
    pathname: '/recuperar-senha',
    state: { email: 'caio@exemplo.test', from: '/participante/perfil' },
  })
})

const HOMES = [
  ['Admin', '/admin/pagina-inicial'],
  ['Organizador', '/organizador/eventos'],
  ['Empresa', '/empresa/pagina-inicial'],
  ['Participante', '/participante/eventos'],
] as const
test.each(HOMES)("%s: 'Login realizado com sucesso.' and redirect to %s", async (role, home) => {
  answerLogin([role])
  const location = await open()
  await submit()
  await expect.element(toast('Login realizado com sucesso.')).toBeVisible()
  await expect.poll(() => location().pathname).toBe(home)
})

test('after the log-in the requested page opens, with its filters and its state', async () => {
  answerLogin(['Participante'])
  const location = await open({ from: '/participante/eventos?title=corrida', fromState: { some: 'thing' } })
  await submit()
  await expect.poll(location).toMatchObject({
    pathname: '/participante/eventos',
    search: '?title=corrida',
    state: { some: 'thing' },
  })
})

test('creating an account preserves the requested page', async () => {
  const location = await open({ from: '/participante/perfil', fromState: null })
  await page.getByRole('link', { name: 'Cadastre-se', exact: true }).click()
  await expect.poll(() => location().state).toMatchObject({ from: '/participante/perfil' })
})

test('a login sends the device token of an earlier login in the same browser', async () => {
  answerLogin(['Participante'])
  const location = await open()
  await submit()
  await expect.poll(() => location().pathname).toBe('/participante/eventos')
  expect(localStorage.getItem('device')).toBe('d'.repeat(43))
  clearSession()
  await cleanup()
  await open()
  await submit()
  await expect.poll(() => sentCalls('POST /login')).toHaveLength(2)
  const [first, second] = sentCalls('POST /login').map(({ body }) => body as { device_token?: string })
  expect(first?.device_token).toBeUndefined()
  expect(second?.device_token).toBe('d'.repeat(43))
})

test('a wrong password of a guest shows its own message, not the one of an expired session', async () => {
  answerCalls({ 'POST /login': { status: 401, body: { message: 'E-mail ou senha incorretos.' } } })
  await open()
  await submit()
  await expect.element(toast('E-mail ou senha incorretos.')).toBeVisible()
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toHaveTextContent('E-mail ou senha incorretos.')
  await expect.element(button('Reenviar e-mail de verificação')).not.toBeInTheDocument()
  expect(toast('Sessão expirada. Faça login novamente.').elements()).toHaveLength(0)
})

test("shows 'Cadastro realizado com sucesso!' once, not after a reload", async () => {
  const location = await open({ showToast: true, registeredEmail: 'caio@exemplo.test' })
  await expect.element(field('Email')).toHaveValue('caio@exemplo.test')
  await expect.element(toast('Cadastro realizado com sucesso!')).toBeVisible()
  expect(page.getToasts().elements()).toHaveLength(1)
  await closeToasts()
  await expect.poll(() => location().state).toMatchObject({ showToast: false })
  await cleanup()
  await open(location().state)
  await expect.element(field('Email')).toHaveValue('caio@exemplo.test')
  expect(page.getToasts().elements()).toHaveLength(0)
})

test('403 reports the unverified e-mail once: the alert replaces the note of the registration', async () => {
  answerCalls({ 'POST /login': { status: 403, body: { message: 'Seu e-mail ainda não foi verificado.' } } })
  await open({ registeredEmail: 'bruna@exemplo.test' })
  const title = page.getByRole('heading', { level: 1 })
  await expect.element(title).toHaveTextContent('Confira seu e-mail')
  await expect.element(page.getByText(/^Enviamos um link de confirmação/)).toBeVisible()
  await submit()
  await expect.element(button('Reenviar e-mail de verificação')).toBeVisible()
  await expect.element(title).toHaveTextContent('Entrar')
  await expect.element(page.getByText(/^Enviamos um link de confirmação/)).not.toBeInTheDocument()
  await expect.poll(() => page.getToasts().all().length).toBe(1)
})

test('after a registration the mail comes first, is sent again at one press, and the log-in follows', async () => {
  answerCalls({
    'POST /email/resend': { status: 429 },
    'GET /events/slug/noturna': { body: { data: { title: 'Noturna' } } },
  })
  await open({ registeredEmail: 'caio@exemplo.test', from: '/register/event?evento=noturna' })
  const main = page.getByRole('main')
  await expectText(main, 'O link também serve para continuar a sua inscrição em Noturna.')
  await expectText(main, 'Confira seu e-mailEnviamos um link de confirmação para caio@exemplo.test.')
  await button('Enviar de novo').click()
  await expect.element(toast('Erro ao reenviar o e-mail.')).toBeVisible()
  await closeToasts()
  answerCalls({ 'POST /email/resend': {} })
  await button('Enviar de novo').click()
  await expect
    .element(toast('E-mail de verificação reenviado com sucesso. Verifique sua caixa de entrada.'))
    .toBeVisible()
  expect(sentCalls('POST /email/resend').at(-1)?.body).toMatchObject({
    email: 'caio@exemplo.test',
    waiting_event: 'noturna',
  })
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Já confirmou? Entre')
  expect(page.getByRole('link', { name: 'Cadastre-se', exact: true }).elements()).toHaveLength(1)
})

test('on a small phone a newcomer sees where to register, once', async () => {
  await setScreenSize(390, 664)
  answerCalls({ 'GET /events/slug/noturna': { body: { data: { title: 'Noturna' } } } })
  await renderScreen(<LoginScreen />, { route: '/login', path: '/login?evento=noturna' })
  await expectText(page.getByRole('main'), 'EntrarAinda não tem conta? Cadastre-se')
  await expectText(page.getByRole('main'), 'Noturna')
  const links = page.getByRole('link', { name: 'Cadastre-se', exact: true })
  await expect.element(links).toBeInViewport({ ratio: 1 })
})

test('without the flag no toast is shown', async () => {
  await open()
  await expect.element(button('Entrar')).toBeEnabled()
  expect(page.getToasts().elements()).toHaveLength(0)
})

test('names the race whose registration waits, and leads back to it; so do a new account and a new link', async () => {
  const state = {
    from: '/register/event?evento=corrida-das-serras',
    fromState: { event: { slug: 'corrida-das-serras', title: 'Corrida das Serras' } },
  }
  answerCalls({
    'POST /login': { status: 403, body: { message: 'Confirme o seu e-mail.' } },
    'POST /email/resend': {},
  })
  await open(state)
  await expectText(page.getByRole('main'), 'Entre para continuar a sua inscrição em Corrida das Serras.')
  await submit()
  await button('Reenviar e-mail de verificação').click()
  await expect
    .poll(() => sentCalls('POST /email/resend'))
    .toMatchObject([{ body: { waiting_event: 'corrida-das-serras' } }])
})

test('from the link of the verification e-mail the login leads to the race', async () => {
  answerLogin(['Participante'])
  answerCalls({ 'GET /events/slug/corrida-das-serras': { body: { data: { title: 'Corrida das Serras' } } } })
  const location = await renderScreen(<LoginScreen />, {
    route: '/login',
    path: '/login?evento=corrida-das-serras',
  })
  await expectText(page.getByRole('main'), 'Corrida das Serras')
  await submit()
  await expect
    .poll(location)
    .toMatchObject({ pathname: '/register/event', search: '?evento=corrida-das-serras' })
})

const ALERT = {
  route: '/login',
  path: '/login?evento=noturna&avisar=1',
  others: [{ path: '/events/noturna', element: null }],
}

test('names the race whose alert waits, which is set after the log-in; so does a new link', async () => {
  answerLogin(['Participante'])
  answerCalls({
    'GET /events/slug/noturna': { body: { data: { title: 'Noturna' } } },
    'POST /login': { status: 403, body: { message: 'Confirme o seu e-mail.' } },
    'POST /email/resend': {},
  })
  const location = await renderScreen(<LoginScreen />, ALERT)
  await expectText(page.getByRole('main'), 'Entre para receber o aviso de Noturna.')
  for (const name of ['Cadastre-se', 'Entrar com link por e-mail', 'Esqueceu sua senha?'])
    await expect
      .element(page.getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', expect.stringMatching(/\?evento=noturna&avisar=1$/))
  await submit()
  await button('Reenviar e-mail de verificação').click()
  await expect
    .poll(() => sentCalls('POST /email/resend'))
    .toMatchObject([{ body: { waiting_event: 'noturna', waiting_alert: true } }])
  answerLogin(['Participante'])
  await submit()
  await expect.poll(location).toMatchObject({ pathname: '/events/noturna', state: { avisar: true } })
})

test('whoever is logged in already sets no alert by opening its link', async () => {
  signIn(['Participante'])
  const location = await renderScreen(<LoginScreen />, ALERT)
  await expect.poll(() => location().pathname).toBe('/events/noturna')
  expect(location().state).toBeNull()
})

test.each([320, 390, 430])('at %i px nothing of a refused login is cut off', async (width) => {
  await setScreenSize(width, 800)
  answerCalls({ 'POST /login': { status: 403, body: { message: 'Confirme o seu e-mail.' } } })
  await open()
  await submit()
  await expect.element(button('Reenviar e-mail de verificação')).toBeVisible()
  const card = document.querySelector('form')?.parentElement
  if (!card) throw new Error('no form')
  const { right } = card.getBoundingClientRect()
  for (const control of card.querySelectorAll('input, button, [role="alert"]'))
    expect(control.getBoundingClientRect().right, control.outerHTML.slice(0, 80)).toBeLessThanOrEqual(right)
  expect(right).toBeLessThanOrEqual(width)
})

const OPTIONS = 'POST /login/passkey/options'
const withPasskey = () => button('Entrar com chave de acesso')

test('a passkey: closing the dialog is no error, and every other failure has a sentence', {
  tags: 'operation',
}, async () => {
  const options = { challenge: 'AAAA', timeout: 1000, rpId: 'localhost', userVerification: 'required' }
  answerCalls({ [OPTIONS]: { body: { data: options } } })
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false)
  const get = vi.spyOn(navigator.credentials, 'get')
  onTestFinished(() => void vi.restoreAllMocks())
  await open()
  get.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await withPasskey().click()
  await expect.poll(() => get.mock.calls.length).toBe(1)
  await expect.element(withPasskey()).toBeEnabled()
  expect(page.getToasts().elements()).toHaveLength(0)

  get.mockRejectedValueOnce(new DOMException('', 'UnknownError'))
  await withPasskey().click()
  await expect
    .element(
      toast('O navegador não conseguiu usar uma chave de acesso. Tente de novo ou use outro navegador.'),
    )
    .toBeVisible()
  await closeToasts()
  answerCalls({ [OPTIONS]: { status: 429, body: { message: 'Muitas tentativas.' } } })
  await withPasskey().click()
  await expect.element(toast('Muitas tentativas.')).toBeVisible()
})

const SUGGESTED = 'POST /login/passkey/options?suggested=1'
const CHALLENGE = { challenge: 'AAAA', timeout: 1000, rpId: 'localhost', userVerification: 'required' }

/** A browser that suggests passkeys. Returns what it was asked for, and how to choose one. */
function suggesting(can = true) {
  answerCalls({ [OPTIONS]: { body: { data: CHALLENGE } } })
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(can)
  let choose = (_: unknown) => {}
  const get = vi.spyOn(navigator.credentials, 'get').mockImplementation(
    ({ signal } = {}) =>
      new Promise((resolve, reject) => {
        choose = resolve as typeof choose
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  onTestFinished(() => void vi.restoreAllMocks())
  const bytes = new Uint8Array([1]).buffer
  const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null }
  const credential = {
    id: 'AQ',
    rawId: bytes,
    type: 'public-key',
    response,
    authenticatorAttachment: null,
    getClientExtensionResults: () => ({}),
  }
  return { asked: () => get.mock.calls.map(([options]) => options), choose: () => choose(credential) }
}

test('the browser suggests passkeys below the e-mail; a chosen one logs in, a refused one is suggested again', async () => {
  const { asked, choose } = suggesting()
  const message = 'Esta chave de acesso não vale para entrar. Entre com e-mail e senha.'
  answerCalls({ 'POST /login/passkey': { status: 401, body: { message } } })
  const location = await open()
  await expect.element(field('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await expect.poll(() => asked()).toMatchObject([{ mediation: 'conditional' }])
  choose()
  await expect.element(toast(message)).toBeVisible()
  await expect.poll(() => asked()).toHaveLength(2)
  expect(sentCalls(SUGGESTED)).toHaveLength(2)
  answerCalls({ 'POST /login/passkey': { body: loggedIn(['Participante']) } })
  choose()
  await expect.poll(() => location().pathname).toBe('/participante/eventos')
  await expect.element(toast('Login realizado com sucesso.')).toBeVisible()
  clearSession()
})

test('the dialog of the button ends the suggestions, which return after it; leaving the page ends them', async () => {
  const { asked } = suggesting()
  const location = await open()
  await expect.poll(() => asked()).toHaveLength(1)
  await withPasskey().click()
  await expect.poll(() => asked().map((one) => one?.mediation)).toEqual(['conditional', undefined])
  expect(asked()[0]?.signal?.aborted).toBe(true)
  expect(asked()[1]?.signal?.aborted).toBe(false)
  WebAuthnAbortService.cancelCeremony()
  await expect.poll(() => asked()).toHaveLength(3)
  await page.getByRole('link', { name: 'Cadastre-se' }).click()
  await expect.poll(() => location().pathname).toBe('/register')
  await expect.poll(() => asked()[2]?.signal?.aborted).toBe(true)
  expect(page.getToasts().elements()).toHaveLength(0)
})

test('a challenge is renewed before it expires', async () => {
  const pass = stopTimers('Interval')
  const { asked } = suggesting()
  await open()
  await expect.poll(() => asked()).toHaveLength(1)
  await pass(5 * 60_000)
  await expect.poll(() => asked()).toHaveLength(2)
  expect(asked()[0]?.signal?.aborted).toBe(true)
})

test('a browser that suggests no passkeys asks for no challenge; a failure to get one is not told', async () => {
  const { asked } = suggesting(false)
  await open()
  await expect.element(button('Entrar')).toBeEnabled()
  expect(sentCalls(SUGGESTED)).toEqual([])
  await cleanup()
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true)
  answerCalls({ [OPTIONS]: { status: 429, body: { message: 'Muitas tentativas.' } } })
  await open()
  await expect.poll(() => sentCalls(SUGGESTED)).toHaveLength(1)
  expect(asked()).toEqual([])
  expect(page.getToasts().elements()).toHaveLength(0)
})

test('a browser without passkeys offers none', async () => {
  const { PublicKeyCredential } = window
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  onTestFinished(() => void Object.assign(window, { PublicKeyCredential }))
  await open()
  await expect.element(button('Entrar')).toBeVisible()
  await expect.element(withPasskey()).not.toBeInTheDocument()
})
