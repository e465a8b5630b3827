import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { LOGIN_PATH } from '#web/paths.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import { AlertButton } from './alert-button.tsx'

const PATH = '/events/slug/noturna/alert'
const TOKEN = 'x'.repeat(43)

const open = (
  closed_reason: 'not_yet' | 'sold_out' | 'ended' | null,
  more: { path?: string; state?: unknown } = {},
) =>
  renderScreen(<AlertButton event={{ slug: 'noturna', closed_reason }} />, {
    route: '/events/:slug',
    path: '/events/noturna',
    ...more,
  })
const answer = (waits: boolean) =>
  answerCalls({
    [`GET ${PATH}`]: { body: { data: { waits } } },
    [`POST ${PATH}`]: { body: { data: null } },
    [`DELETE ${PATH}`]: { body: { data: null } },
  })

test('one press asks to be told of a place, another ends that', async () => {
  signIn(['Participante'])
  answer(false)
  await open('sold_out')
  await button('Avise-me se abrir vaga').click()
  await expect.element(page.getByText('Você recebe um e-mail quando uma vaga for liberada.')).toBeVisible()
  await button('Não quero mais o aviso').click()
  await expect.element(button('Avise-me se abrir vaga')).toBeVisible()
  expect([sentCalls(`POST ${PATH}`), sentCalls(`DELETE ${PATH}`)].map(({ length }) => length)).toEqual([1, 1])
})

test('who waits already sees that', async () => {
  signIn(['Participante'])
  answer(true)
  await open('not_yet')
  await expect.element(page.getByText('Você recebe um e-mail quando as inscrições abrirem.')).toBeVisible()
})

test('a visitor logs in first, at an address that says what for', async () => {
  const location = await open('not_yet')
  await page.getByRole('link', { name: 'Avise-me quando abrir' }).click()
  await expect.poll(() => location().pathname).toBe(LOGIN_PATH)
  expect(location().search).toBe('?evento=noturna&avisar=1')
})

test('after the log-in it is asked for without another press, and only once', async () => {
  signIn(['Participante'])
  answer(false)
  const location = await open('not_yet', { state: { avisar: true } })
  await button('Não quero mais o aviso').click()
  await expect.element(button('Avise-me quando abrir')).toBeVisible()
  // As after a reload.
  const { state } = location()
  await cleanup()
  await open('not_yet', { state })
  await expect.poll(() => sentCalls(`GET ${PATH}`)).toHaveLength(1)
  expect(sentCalls(`POST ${PATH}`)).toHaveLength(1)
})

test('a refusal is shown', async () => {
  signIn(['Participante'])
  answer(false)
  answerCalls({
    [`POST ${PATH}`]: {
      status: 409,
      body: { status: 409, message: 'As inscrições já estão abertas: inscreva-se agora.' },
    },
  })
  await open('not_yet')
  await button('Avise-me quando abrir').click()
  await expect.element(toast('As inscrições já estão abertas: inscreva-se agora.')).toBeVisible()
})

test('the link in the e-mail ends the alerts, also of an open event', async () => {
  answerCalls({ 'POST /event-alerts/end': { body: { data: null } } })
  await open(null, { path: `/events/noturna#aviso=${TOKEN}` })
  await button('Parar de receber avisos').click()
  await expect.element(page.getByText('Você não recebe mais avisos desta corrida.')).toBeVisible()
  expect(sentCalls('POST /event-alerts/end')[0]?.body).toEqual({ token: TOKEN })
})

test('an event that has ended offers nothing', async () => {
  await open('ended')
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  await expect.element(page.getByRole('link')).not.toBeInTheDocument()
})
