import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '#web-test/answers.ts'
import { expectText, renderScreen, setScreenSize, signIn } from '#web-test/render-screen.tsx'
import { REGISTRATION } from '#web-test/sample-registration.ts'
import ReceiptScreen from './receipt-screen.tsx'

// The receipt of one registration.

const CNPJ = '12.345.678/0001-95'
const RECEIPT = {
  number: '0000007',
  organizer: { name: 'Passo Firme Eventos', cnpj: '12345678000195', phone: '11933334444' },
  payer: { name: 'Bruna Prado', cpf: '52998224725' },
  confirmed_at: '2026-11-20T13:21:00Z',
}

test.each([320, 390, 768, 1280])(
  'at %i px the CNPJ stands on one line, separate from its neighbour, and each price has a line of its own',
  async (width) => {
    await setScreenSize(width, 844)
    signIn(['Participante'])
    answerCalls({
      'GET /participant/registrations/7': { body: { data: { ...REGISTRATION, receipt: RECEIPT } } },
    })
    await renderScreen(<ReceiptScreen />, {
      route: '/participante/inscricoes/:id/comprovante',
      path: '/participante/inscricoes/7/comprovante',
    })
    const sheet = page.getByRole('article')
    const cnpj = sheet.getByText(CNPJ)
    await expect.element(cnpj).toBeVisible()
    const number = cnpj.element()
    expect(number.getClientRects()).toHaveLength(1)
    const { right, top } = number.getBoundingClientRect()
    const inner = sheet.getByRole('heading', { level: 1 }).element().getBoundingClientRect()
    expect(right).toBeLessThanOrEqual(inner.right)
    for (const label of ['Kit Completo', 'Taxa de serviço', 'Total']) {
      const line = sheet.getByText(label, { exact: true }).last().element().parentElement
      const { left, width } = line?.getBoundingClientRect() ?? inner
      expect({ left, width }, label).toEqual({ left: inner.left, width: inner.width })
    }
    const besides = [...sheet.element().querySelectorAll('dd')].filter(
      (other) => !other.contains(number) && Math.abs(other.getBoundingClientRect().top - top) < 4,
    )
    for (const other of besides) {
      const { left } = other.getBoundingClientRect()
      expect(left < number.getBoundingClientRect().left || left > right, other.textContent ?? '').toBe(true)
    }
  },
)

test('names the organizer with legal name, CNPJ and address, and the accepted terms with their hash', async () => {
  signIn(['Participante'])
  const seller = { name: 'Passo Firme Ltda.', document: '12345678000195', address: 'Rua Um, 2, Natal/RN' }
  const receipt = { ...RECEIPT, organizer: { ...RECEIPT.organizer, seller } }
  answerCalls({ 'GET /participant/registrations/7': { body: { data: { ...REGISTRATION, receipt } } } })
  await renderScreen(<ReceiptScreen />, {
    route: '/participante/inscricoes/:id/comprovante',
    path: '/participante/inscricoes/7/comprovante',
  })
  await expectText(
    page.getByRole('article'),
    'Organização do evento: Passo Firme Ltda. · CNPJ 12.345.678/0001-95 · Rua Um, 2, Natal/RN',
  )
  await expectText(
    page.getByRole('article'),
    `Uso de imagem, versão 1, aceito em 20/11/2026 às 10:21SHA-256 a1b2c3d4e5f6…${'a1b2c3d4e5f60718'.repeat(4)}`,
  )
})
