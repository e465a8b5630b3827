import { expect, type Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { logIn, newCpf, signIn } from './create-account.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'
import { toast } from './toast.ts'
import {
  acceptTerms,
  fillPerson,
  heading,
  next,
  openWizard,
  option,
  register,
  registering as test,
} from './wizard.ts'

// server/src/features/my-registrations/team/teams.test.ts tests refusals, substitution and concurrency.

/** Screenshots for the eye, when the folder is named. */
const shoot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
}

for (const width of [390, 1280])
  test(`a pair registers as a team, orders its legs, and is incomplete after a cancellation, at ${width} px`, {
    tag: '@operation',
  }, async ({ page, browser, self }) => {
    const size = { width, height: 844 }
    await page.setViewportSize(size)
    const race = await createRace(page.request, {
      teams_until: inDays(20),
      modalities: [
        {
          modality_id: -1,
          modality_name: 'Revezamento 20 km',
          categories: [
            {
              category_id: -11,
              category_name: 'Dupla feminina',
              team_size: 2,
              team_rule: 'women',
              legs: 'Praia\nSerra',
              vacancy_limit: 40,
            },
          ],
        },
      ],
      products: [{ id: -101, name: 'Kit Gratuito', value: '0.00', is_increment: false }],
      questionnaires: [],
      discount_cupons: [],
    })

    await test.step('the page of the event says that teams run', async () => {
      await page.goto(`/events/${race.slug}`)
      await expect(page.getByRole('main')).toContainText('Dupla · Só mulheres · trechos: Praia e Serra')
      await shoot(page, `event-${width}`)
    })

    await test.step('alone nobody gets past the category; with two people the team gets a name', async () => {
      await openWizard(page, race)
      await next(page)
      const team = page.getByRole('group', { name: 'Equipe em Dupla feminina' })
      await expect(option(page, 'Categoria', 'Dupla feminina')).toBeChecked()
      await next(page)
      await expect(team).toContainText('Uma dupla tem 2 pessoas: adicione mais 1 participante.')
      await shoot(page, `alone-${width}`)
      await team.getByRole('button', { name: 'Mudar os participantes' }).click()
      await page.getByLabel('Desejo registrar outros participantes').check()
      await fillPerson(page, { name: 'Lia Prado', cpf: newCpf() })
      await next(page)
      await page.getByLabel('Mesma categoria e kit para todos').check()
      await team.getByLabel('Nome da equipe').fill('Pé na Areia')
      await shoot(page, `team-${width}`)
      await expectAccessible(page)
      await page.setViewportSize(size)
      await next(page)
      await expect(heading(page, 2)).toBeVisible()
      await next(page)
      await expect(heading(page, 3)).toBeVisible()
      await acceptTerms(page)
      await register(page).click()
      await expect(page.getByText(`Inscrição confirmada: ${race.title}`)).toBeVisible()
    })

    const section = page.getByRole('region', { name: 'Equipe Pé na Areia' })
    await test.step('the captain orders the legs', async () => {
      const mine = await page.request.get('/api/v1/participant/list-events', {
        headers: { authorization: `Bearer ${self.session.token}` },
      })
      const { data } = (await mine.json()) as { data: { id: number; participant: { name: string } }[] }
      await page.goto(
        `/participante/inscricoes/${data.find(({ participant }) => participant.name === 'Lia Prado')?.id}`,
      )
      await section.getByRole('button', { name: 'Mover Lia Prado para cima' }).click()
      await section.getByRole('button', { name: 'Guardar a ordem dos trechos' }).click()
      await expect(toast(page, 'Trechos guardados.')).toBeVisible()
      await expect(section.getByRole('listitem').first()).toContainText('Lia PradoTrecho 1 · Praia')
      await shoot(page, `mine-${width}`)
      await expectAccessible(page)
      await page.setViewportSize(size)
    })

    await test.step('a cancelled member leaves the team incomplete', async () => {
      await page.getByRole('button', { name: 'Cancelar inscrição' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sim, cancelar' }).click()
      await expect(section).toContainText('Equipe incompleta: 1 de 2.')
    })

    await test.step('the organizer finds it in the list and on the dashboard', async () => {
      const context = await browser.newContext({ viewport: size })
      await signIn(context, await logIn(page.request, 'organizador@largada.test'))
      const staff = await context.newPage()
      await staff.goto(`/organizador/eventos/${race.id}/participantes?team=incomplete`)
      await expect(staff.getByText('Equipe incompleta: 1 de 2').first()).toBeVisible()
      await shoot(staff, `list-${width}`)
      await expectAccessible(staff)
      await staff.goto(`/organizador/eventos/${race.id}/painel`)
      await expect(staff.getByRole('region', { name: 'Equipes' })).toContainText('1 incompleta')
      await shoot(staff, `dashboard-${width}`)
      await context.close()
    })
  })
