import { expect } from 'playwright/test'
import { addDays, toBrazilianDate } from '#contract/dates.ts'
import { expectAccessible } from './accessibility.ts'
import { linkSentTo, newCpf } from './create-account.ts'
import { authorized } from './create-producer.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'
import { acceptTerms, advance, fillPerson, openWizard, register, registering as test } from './wizard.ts'

for (const width of [390, 1280])
  test(`a guardian signs for a minor of 15 by a link, at ${width} px`, {
    tag: '@operation',
  }, async ({ page, request, self, browser }) => {
    const race = await createRace(page.request, {
      terms: [
        { name: 'Regulamento', description: 'As regras da prova.' },
        { name: 'Uso de imagem', description: 'Autorizo fotos e vídeos.', kind: 'consent' },
      ],
    })
    const today = inDays(0)
    const birthDate = toBrazilianDate(addDays(`${Number(today.slice(0, 4)) - 15}${today.slice(4)}`, -30))
    const [cpf, email] = [newCpf(), `responsavel-${width}-${Date.now()}@exemplo.test`]
    await page.setViewportSize({ width, height: 844 })
    await openWizard(page, race)
    await page.getByLabel('Desejo registrar outros participantes').check()
    await fillPerson(page, { name: 'Lia Souza', cpf, birthDate })
    await advance(page, 0, 3, { kit: 'Kit Gratuito', size: null })
    await acceptTerms(page)
    await register(page).click()
    await expect(page).toHaveURL('/participante/eventos')
    const mine = await page.request.get('/api/v1/participant/list-events', authorized(self.session))
    const { id } = (await mine.json()).data.find(
      ({ participant }: { participant: { name: string } }) => participant.name === 'Lia Souza',
    )
    await page.goto(`/participante/inscricoes/${id}`)
    const section = page.getByRole('region', { name: 'Autorização do responsável' })
    await expect(section).toContainText('Falta o responsável assinar')
    await section.getByLabel('E-mail do responsável (opcional)').fill(email)
    await section.getByRole('button', { name: 'Criar link para assinar' }).click()
    await expect(section).toContainText('Oi! Lia está na ')
    await expectAccessible(page)

    const guardian = await (await browser.newContext({ viewport: { width, height: 844 } })).newPage()
    await guardian.goto(await linkSentTo(request, email, /\/autorizar-menor\?token=/))
    await guardian.getByLabel('CPF').fill(cpf)
    await guardian.getByLabel('Data de nascimento').fill(birthDate)
    await guardian.getByRole('button', { name: 'Continuar' }).click()
    await expect(guardian.getByRole('heading', { level: 1 })).toHaveText(race.title)
    await expectAccessible(guardian)
    // The accessibility check leaves the page at another width.
    await guardian.setViewportSize({ width, height: 844 })
    await guardian.getByLabel('Seu nome completo').fill('Rita Souza')
    await guardian.getByLabel('Seu CPF').fill(newCpf())
    await guardian.getByLabel('Sua data de nascimento').fill('02/01/1980')
    await guardian.getByLabel('O que você é de Lia').selectOption('mãe')
    await guardian.getByLabel('Seu e-mail').fill(email)
    await expect(
      guardian.getByText(/^Eu, Rita Souza, CPF .*, mãe e responsável legal por Lia Souza/),
    ).toBeVisible()
    await guardian.getByRole('checkbox', { name: 'Autorizo: Uso de imagem' }).check()
    await guardian.getByRole('button', { name: 'Autorizo e assino' }).click()
    await expect(guardian.getByRole('heading', { level: 1 })).toHaveText('Assinado')

    await page.reload()
    await expect(section).toContainText('Rita Souza (mãe) assinou em')
    await linkSentTo(request, email, new RegExp(`/events/${race.slug}$`))
  })
