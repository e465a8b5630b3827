import { expect } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { linkSentTo, newCpf } from './create-account.ts'
import { authorized } from './create-producer.ts'
import { createRace } from './create-race.ts'
import { acceptTerms, advance, fillPerson, openWizard, register, registering as test } from './wizard.ts'

for (const width of [390, 1280])
  test(`who was registered by somebody else confirms by a link, at ${width} px`, {
    tag: '@operation',
  }, async ({ page, request, self, browser }) => {
    const race = await createRace(page.request, {
      terms: [
        { name: 'Regulamento', description: 'As regras da prova.' },
        { name: 'Uso de imagem', description: 'Autorizo fotos e vídeos.', kind: 'consent' },
      ],
    })
    const [cpf, email] = [newCpf(), `convidada-${Date.now()}@exemplo.test`]
    await page.setViewportSize({ width, height: 844 })
    await openWizard(page, race)
    await page.getByLabel('Desejo registrar outros participantes').check()
    await fillPerson(page, { name: 'Carla Dias', cpf })
    await page.getByLabel('Email (opcional)').fill(email)
    await advance(page, 0, 3, { kit: 'Kit Gratuito', size: null })
    await acceptTerms(page)
    await register(page).click()
    await expect(page).toHaveURL('/participante/eventos')
    const mine = await page.request.get('/api/v1/participant/list-events', authorized(self.session))
    const { id } = (await mine.json()).data.find(
      ({ participant }: { participant: { name: string } }) => participant.name === 'Carla Dias',
    )
    await page.goto(`/participante/inscricoes/${id}`)
    const section = page.getByRole('region', { name: 'Confirmação do participante' })
    await expect(section).toContainText('Falta Carla confirmar')
    await section.getByRole('button', { name: 'Criar convite' }).click()
    await expect(section).toContainText('Oi, Carla! A sua inscrição na ')
    await expect(section.getByRole('link', { name: 'Enviar por WhatsApp' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/\?text=Oi%2C%20Carla/,
    )
    await expectAccessible(page)

    const guest = await (await browser.newContext({ viewport: { width, height: 844 } })).newPage()
    await guest.goto(await linkSentTo(request, email, /\/confirmar-inscricao\?token=/))
    await guest.getByLabel('CPF').fill(cpf)
    await guest.getByLabel('Data de nascimento').fill('10/05/1995')
    await guest.getByRole('button', { name: 'Continuar' }).click()
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText(race.title)
    await expectAccessible(guest)
    // The accessibility check leaves the page at another width.
    await guest.setViewportSize({ width, height: 844 })
    await guest.getByRole('checkbox', { name: 'Li e aceito: Regulamento' }).check()
    for (const group of await guest
      .getByRole('group')
      .filter({ has: guest.getByText('Não', { exact: true }) })
      .all())
      await group.getByText('Não', { exact: true }).click()
    await guest.getByRole('button', { name: 'Confirmar a minha inscrição' }).click()
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Inscrição confirmada')
    await guest.getByRole('button', { name: 'Criar a minha conta' }).click()
    await expect(guest.getByLabel('Nome')).toHaveValue('Carla Dias')
    await expect(guest.getByLabel('CPF')).toHaveValue(/\d/)

    await page.reload()
    await expect(section).toContainText('Confirmada em')
  })
