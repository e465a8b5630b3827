import { expect } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { authorized } from './create-producer.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'
import { acceptTerms, advance, openWizard, option, register, registering as test } from './wizard.ts'

test('a consent is given with the registration and revoked on its page', { tag: '@operation' }, async ({
  page,
  self,
}) => {
  const race = await createRace(page.request, {
    terms: [
      { name: 'Regulamento', description: 'As regras da prova.' },
      { name: 'Uso de imagem', description: 'Autorizo fotos e vídeos.', kind: 'consent' },
      { name: 'Novidades', description: 'Aceito receber novidades.', kind: 'consent' },
    ],
  })
  await openWizard(page, race)
  await advance(page, 0, 3)
  await option(page, 'Forma de pagamento', 'Pix').check()
  await acceptTerms(page)
  const image = page.getByRole('checkbox', { name: 'Autorizo: Uso de imagem' })
  await expect(image).not.toBeChecked()
  await image.check()
  await expectAccessible(page)
  await register(page).click()
  await expect(page.getByText('Inscrição realizada com sucesso!')).toBeVisible()

  const mine = await page.request.get('/api/v1/participant/list-events', authorized(self.session))
  await page.goto(`/participante/inscricoes/${(await mine.json()).data[0].id}`)
  const terms = page.getByRole('list', { name: 'Termos aceitos', exact: true })
  await expect(terms.getByRole('listitem')).toHaveCount(2)
  await terms.getByRole('button', { name: 'Revogar: Uso de imagem' }).click()
  await page.getByRole('button', { name: 'Sim, revogar' }).click()
  await expect(toast(page, 'Autorização revogada.')).toBeVisible()
  await expect(terms).toContainText('e revogada em')
  await expect(terms.getByRole('button', { name: /^Revogar/ })).toHaveCount(0)
  await expectAccessible(page)
})
