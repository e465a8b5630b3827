// @module-tag operation
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventInput, OrganizerEvent } from '#contract/event-management/event-document.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { EVENT } from '#web-test/organizer-event.ts'
import { PLACES } from '#web-test/places.ts'
import {
  button,
  expectFieldError,
  expectText,
  renderScreen,
  setScreenSize,
  signInOrganizer,
  toast,
} from '#web-test/render-screen.tsx'
import ManageEventScreen from '../manage-event-screen.tsx'

const DETAIL = '/organizador/eventos/detalhe'
const PUT = 'PUT /organizer/events/7'
const COUPON = '/organizer/events/7/coupons/41'

type Coupon = OrganizerEvent['discount_cupons'][number]

async function openCoupon(changes: Partial<Coupon> = {}): Promise<void> {
  signInOrganizer()
  const event = { ...EVENT, discount_cupons: EVENT.discount_cupons.map((one) => ({ ...one, ...changes })) }
  answerCalls({ ...PLACES, 'GET /organizer/events/7': { body: { data: event } } })
  await renderScreen(<ManageEventScreen />, { route: `${DETAIL}/:id`, path: `${DETAIL}/7?etapa=4` })
  await page.getByRole('button', { name: 'DEZ', exact: true }).click()
}

const labelled = (label: string) => page.getByLabelText(new RegExp(`^${label}`))
const conditions = () => page.getByText(/^Condições:/)
const dialog = () => page.getByRole('dialog')

test('conditions are closed, and sent with the event', async () => {
  await openCoupon()
  answerCalls({ [PUT]: { body: { data: EVENT } } })
  await expectText(conditions(), 'Condições: nenhuma')
  await expect.element(labelled('Mínimo de participantes')).not.toBeVisible()
  await conditions().click()
  await labelled('Sexo').selectOptions('Feminino')
  await labelled('Mínimo de participantes').fill('3')
  await labelled('Usos por pessoa').fill('2')
  await labelled('Canal').fill('Instagram')
  await expectText(conditions(), 'Condições: Feminino · a partir de 3 participantes · 2 usos por pessoa')
  await page.getByRole('toolbar').getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => sentCalls(PUT)).toHaveLength(1)
  const { discount_cupons = [] } = (sentCalls(PUT)[0]?.body ?? {}) as Partial<EventInput>
  expect(discount_cupons[0]).toMatchObject({
    code: 'DEZ',
    sex: '1',
    min_people: '3',
    max_per_person: '2',
    channel: 'Instagram',
    single_use: false,
    for_list: false,
  })
})

test('a stored code has a link to copy, an unsaved one has none', async () => {
  await openCoupon()
  await expect.element(button('Copiar link do cupom DEZ')).toBeVisible()
  await labelled('Código').first().fill('NOVO')
  await expect.element(page.getByRole('button', { name: /^Copiar link/ })).not.toBeInTheDocument()
})

test('codes and list are offered after saving', async () => {
  await openCoupon()
  // The drawn track covers the input of a switch.
  await page.getByRole('switch', { name: /^Códigos de uso único/ }).click({ force: true })
  await expect.element(page.getByText('Salve o evento para gerar os códigos.')).toBeVisible()
  await expect.element(labelled('Começo dos códigos')).toHaveValue('DEZ')
})

const CODE = { id: 1, code: 'DEZ-AAAA2222', link: 'https://x.test/e?cupom=DEZ-AAAA2222', used_at: null }
const codesAnswer = (total: number) => ({
  body: {
    data: [
      { ...CODE, status: 'free', registration_id: null },
      { ...CODE, id: 2, code: 'DEZ-BBBB3333', status: 'used', registration_id: 77 },
    ].slice(0, total),
    meta: { current_page: 1, last_page: 1, per_page: 20, total },
    counts: { free: Math.min(total, 1), used: Math.max(0, total - 1), revoked: 0 },
  },
})

test('generates codes up to a total, and shows which registration used one', async () => {
  await openCoupon({ single_use: true })
  answerCalls({
    [`GET ${COUPON}/codes`]: codesAnswer(0),
    [`POST ${COUPON}/codes`]: { status: 201, body: { data: { created: 2 } } },
  })
  await button('Códigos de uso único').click()
  await expectText(dialog(), '0 códigos: 0 livres, 0 usados, 0 cancelados.')
  await dialog()
    .getByLabelText(/^Quantos códigos gerar/)
    .fill('2')
  answerCalls({ [`GET ${COUPON}/codes`]: codesAnswer(2) })
  await dialog().getByRole('button', { name: 'Gerar' }).click()
  await expect.element(toast('2 códigos gerados.')).toBeVisible()
  expect(sentCalls(`POST ${COUPON}/codes`)).toMatchObject([{ body: { total: 2 } }])
  await expectText(dialog(), '2 códigos: 1 livre, 1 usado, 0 cancelados.')
  await expect.element(dialog().getByRole('link', { name: 'inscrição 77' })).toBeVisible()
  await expect
    .element(dialog().getByRole('button', { name: 'Copiar link do cupom DEZ-AAAA2222' }))
    .toBeVisible()
  expect(
    (await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })).violations,
  ).toEqual([])
})

test('a list with a wrong line names the line and stays in the field', async () => {
  await openCoupon({ for_list: true })
  answerCalls({
    [`GET ${COUPON}/people`]: { body: { data: { cpfs: 2, emails: 1 } } },
    [`POST ${COUPON}/people`]: {
      status: 422,
      body: { errors: { list: ['Linha 2: "fulano" não é um CPF nem um e-mail.'] } },
    },
  })
  await button('Lista de pessoas').click()
  await expectText(dialog(), 'Na lista: 2 CPFs e 1 e-mail.')
  const list = dialog().getByLabelText('CPFs e e-mails')
  await list.fill('ana@exemplo.test\nfulano')
  await dialog().getByRole('button', { name: 'Adicionar à lista' }).click()
  await expectFieldError(list, 'Linha 2: "fulano" não é um CPF nem um e-mail.')
  await expect.element(list).toHaveValue('ana@exemplo.test\nfulano')
  answerCalls({ [`POST ${COUPON}/people`]: { body: { data: { added: 1, cpfs: 2, emails: 2 } } } })
  await list.fill('ana@exemplo.test')
  await dialog().getByRole('button', { name: 'Adicionar à lista' }).click()
  await expect.element(toast('1 pessoa nova na lista.')).toBeVisible()
  await expect.element(list).toHaveValue('')
})

test.each([
  [390, 844],
  [1280, 900],
])('fits in %i px', async (width, height) => {
  await setScreenSize(width, height)
  await openCoupon({ single_use: true, for_list: true, channel: 'Instagram' })
  await conditions().click()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await userEvent.keyboard('{Escape}')
})
