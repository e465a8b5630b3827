// @module-tag operation
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { WaitingRoomState } from '#contract/checkout/waiting-room.ts'
import { LOGIN_PATH, WIZARD_PATH } from '#web/paths.ts'
import { type Answer, answerCalls, sentCalls } from '#web-test/answers.ts'
import { renderScreen, signIn } from '#web-test/render-screen.tsx'
import { EVENT, PROFILE } from '#web-test/sample-event.ts'
import { heading, openWizard } from '#web-test/wizard.tsx'
import { FIRST_TIME } from '../queries.ts'
import RegistrationScreen from '../wizard/registration-screen.tsx'
import { storedTicket } from './ticket.ts'

const ROOM = `GET /events/${EVENT.id}/waiting-room`
const START = `GET /participant/events/${EVENT.id}/start`
const TICKETS = `POST /events/${EVENT.id}/waiting-room/tickets`
const FREE_KIT = 103
const CHALLENGE = 'challenge.1.1.x'
/** Proves the challenge. From a random start, finding a proof may take longer than a test waits. */
const NONCE = 726
const TO_WAIT: Answer = { status: 503, body: { message: 'Há uma fila.', code: 'in_waiting_room' } }
const IN: Answer = { body: { data: FIRST_TIME } }

const room = (changes: Partial<WaitingRoomState> = {}): Answer => ({
  body: {
    data: {
      is_open: true,
      starts_at: null,
      admitted: 0,
      per_minute: 300,
      is_sold_out: false,
      challenge: CHALLENGE,
      ...changes,
    },
  },
})

function open(answers: Record<string, Answer>) {
  answerCalls({
    'GET /participant/1/profile': { body: { data: PROFILE } },
    [`GET /events/slug/${EVENT.slug}`]: { body: { data: EVENT } },
    [TICKETS]: { status: 201, body: { data: { ticket: 'ticket.1.130.x', number: 130 } } },
    ...answers,
  })
  const path = `${WIZARD_PATH}?evento=${EVENT.slug}`
  return renderScreen(<RegistrationScreen />, { route: WIZARD_PATH, path })
}

beforeEach(() => {
  storedTicket(EVENT.id).forget()
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((numbers) => {
    if (numbers instanceof Uint32Array) numbers.fill(NONCE)
    return numbers
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

test("shows how many people are ahead and the estimated wait, and opens the wizard when it is the visitor's turn", async () => {
  signIn(['Participante'])
  await open({ [ROOM]: room(), [START]: TO_WAIT })
  await expect.element(page.getByText('130 pessoas na sua frente')).toBeVisible()
  await expect.element(page.getByText('Espera de menos de um minuto')).toBeVisible()
  expect(document.title).toBe('130 na frente · Fila de espera')
  expect(sentCalls(TICKETS)).toHaveLength(1)
  answerCalls({ [ROOM]: room({ admitted: 130 }), [START]: IN })
  await expect.element(heading(0), { timeout: 15_000 }).toBeVisible()
  expect(sentCalls(START).at(-1)?.headers.get('waiting-room-ticket')).toBe('ticket.1.130.x')
})

test('a stored ticket is used instead of requesting another one', async () => {
  signIn(['Participante'])
  storedTicket(EVENT.id).write({ ticket: 'ticket.1.61.x', number: 61 })
  await open({ [ROOM]: room({ admitted: 60 }), [START]: TO_WAIT })
  await expect.element(page.getByText('1 pessoa na sua frente')).toBeVisible()
  expect(sentCalls(TICKETS)).toHaveLength(0)
})

test('a ticket that another account has used is replaced', async () => {
  signIn(['Participante'])
  storedTicket(EVENT.id).write({ ticket: 'ticket.1.5.x', number: 5 })
  await open({ [ROOM]: room({ admitted: 100 }), [START]: TO_WAIT })
  await expect.element(page.getByText('30 pessoas na sua frente')).toBeVisible()
  expect(sentCalls(TICKETS)).toHaveLength(1)
})

test('the pass of the wizard is sent with later starts, also after a reload', async () => {
  signIn(['Participante'])
  await open({
    [ROOM]: room({ is_open: false }),
    [START]: { body: { data: { ...FIRST_TIME, pass: 'pass.1.1.2.x' } } },
  })
  await expect.element(heading(0)).toBeVisible()
  await open({})
  await expect.poll(() => sentCalls(START).at(-1)?.headers.get('waiting-room-pass')).toBe('pass.1.1.2.x')
})

test('guests queue before they sign in', async () => {
  const location = await open({ [ROOM]: room({ admitted: 120 }) })
  await expect.element(page.getByText('10 pessoas na sua frente')).toBeVisible()
  answerCalls({ [ROOM]: room({ admitted: 130 }) })
  await expect.poll(() => location().pathname, { timeout: 15_000 }).toBe(LOGIN_PATH)
})

test('before registrations open it shows the opening time and how many people came earlier', async () => {
  signIn(['Participante'])
  await open({ [ROOM]: room({ starts_at: '2027-01-10T03:00:00.000Z' }), [START]: TO_WAIT })
  await expect.element(page.getByText('129 pessoas na sua frente')).toBeVisible()
  await expect.element(page.getByText('As inscrições abrem em', { exact: false })).toBeVisible()
})

test('before registrations open, the first in the queue is told so, and not that it is their turn', async () => {
  signIn(['Participante'])
  storedTicket(EVENT.id).write({ ticket: 'ticket.1.1.x', number: 1 })
  await open({ [ROOM]: room({ starts_at: '2027-01-10T03:00:00.000Z' }), [START]: TO_WAIT })
  await expect.element(page.getByText('Você é a primeira pessoa da fila')).toBeVisible()
  await expect.element(page.getByText('É a sua vez!')).not.toBeInTheDocument()
  expect(document.title).toBe('Fila de espera')
})

const SLUG = `GET /events/slug/${EVENT.slug}`
const EARLY: Answer = {
  body: { data: { ...EVENT, status: 0, closed_reason: 'not_yet', has_queue: true } },
}

test('a visitor who queued before registrations opened gets the wizard when it is their turn', async () => {
  signIn(['Participante'])
  const starts_at = '2027-01-10T03:00:00.000Z'
  await open({ [SLUG]: EARLY, [ROOM]: room({ starts_at, admitted: 129 }), [START]: TO_WAIT })
  await expect.element(page.getByText('A fila já começou')).toBeVisible()
  answerCalls({ [SLUG]: { body: { data: EVENT } }, [ROOM]: room({ admitted: 130 }), [START]: IN })
  await expect.element(heading(0), { timeout: 15_000 }).toBeVisible()
})

test('asks again when a server does not know yet of the queue or of open registrations', async () => {
  signIn(['Participante'])
  await open({ [SLUG]: EARLY, [ROOM]: room(), [START]: IN })
  await expect.element(page.getByText('As inscrições abrem', { exact: false })).toBeVisible()
  answerCalls({ [START]: TO_WAIT })
  await expect.element(page.getByRole('region', { name: 'Fila de espera' })).toBeVisible()
  answerCalls({ [ROOM]: room({ admitted: 130 }), [START]: IN })
  await expect
    .element(page.getByText('As inscrições abrem', { exact: false }), { timeout: 15_000 })
    .toBeVisible()
  answerCalls({ [SLUG]: { body: { data: EVENT } } })
  await expect.element(heading(0), { timeout: 15_000 }).toBeVisible()
})

test('says that no spots are left, and allows to keep waiting', async () => {
  signIn(['Participante'])
  await open({ [ROOM]: room({ is_sold_out: true }), [START]: TO_WAIT })
  await expect.element(page.getByText('As vagas acabaram por enquanto')).toBeVisible()
})

test('keeps asking when it cannot get a ticket', async () => {
  signIn(['Participante'])
  await open({ [ROOM]: room(), [START]: TO_WAIT, [TICKETS]: { status: 503, body: { message: 'Ocupado.' } } })
  await expect.element(page.getByText('Guardando o seu lugar na fila…')).toBeVisible()
  await expect.poll(() => sentCalls(TICKETS).length).toBeGreaterThan(0)
  answerCalls({ [TICKETS]: { status: 201, body: { data: { ticket: 'ticket.1.2.x', number: 2 } } } })
  await expect.element(page.getByText('2 pessoas na sua frente'), { timeout: 15_000 }).toBeVisible()
})

test('a runner who has to queue after all sees the queue and keeps the typed data', async () => {
  await openWizard({ step: 3, kit: FREE_KIT, start: { ...FIRST_TIME, pass: 'pass.1.1.2.x' } })
  answerCalls({
    [`POST /events/${EVENT.id}/register-participant`]: TO_WAIT,
    [START]: TO_WAIT,
    [ROOM]: room({ admitted: 100 }),
    [TICKETS]: { status: 201, body: { data: { ticket: 'ticket.1.130.x', number: 130 } } },
  })
  await page.getByRole('checkbox').first().click()
  await page.getByRole('button', { name: 'Registrar' }).click()
  await expect.element(page.getByText('30 pessoas na sua frente')).toBeVisible()
  const [order] = sentCalls(`POST /events/${EVENT.id}/register-participant`)
  expect(order?.headers.get('waiting-room-pass')).toBe('pass.1.1.2.x')
})
