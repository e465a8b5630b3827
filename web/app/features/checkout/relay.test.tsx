import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PublicEvent } from '#contract/event/event.ts'
import type { Relay } from '#contract/event/relay.ts'
import { button, expectText } from '#web-test/render-screen.tsx'
import { EVENT } from '#web-test/sample-event.ts'
import {
  expectMessage,
  fillPerson,
  group,
  heading,
  next,
  openWizard,
  option,
  others,
} from '#web-test/wizard.tsx'

/** The event, whose category 'Geral' of 5 km is a relay. Bruna, the buyer, is a woman. */
const relay = (changes: Partial<Relay> = {}): PublicEvent => ({
  ...EVENT,
  modalities: EVENT.modalities.map((modality) => ({
    ...modality,
    categories: modality.categories.map((one) =>
      one.category_id === 11
        ? { ...one, team_size: 2, relay: 'Dupla', legs: ['Praia', 'Serra'], ...changes }
        : one,
    ),
  })),
})
const team = () => group('Equipe em Geral')
const name = () => team().getByLabelText('Nome da equipe')
const TOO_FEW = 'Uma dupla tem 2 pessoas: adicione mais 1 participante.'

async function chooseRelay() {
  await option('Modalidade', '5 km').click()
  await option('Categoria', 'Geral').click()
}

test('says how many people a team has, and leads back to the participants', async () => {
  await openWizard({ event: relay(), step: 1 })
  await option('Modalidade', '5 km').click()
  await expectText(group('Categoria'), 'GeralDupla')
  await expect.element(team()).not.toBeInTheDocument()
  await option('Categoria', 'Geral').click()
  await expectText(team(), TOO_FEW)
  await expectText(team(), 'Trecho 1 · Praia: Bruna')
  await next()
  await expectMessage(TOO_FEW)
  await button('Mudar os participantes').click()
  await expect.element(heading(0)).toBeVisible()
})

test('a complete team needs a name', async () => {
  await openWizard({ event: relay() })
  await others().click()
  await fillPerson()
  await next()
  await page.getByLabelText('Mesma categoria e kit para todos').click()
  await chooseRelay()
  await expectText(team(), 'Trecho 2 · Serra: Ana Lima')
  await next()
  await expectMessage('Dê um nome à equipe.')
  expect((await axe.run(document.body)).violations).toEqual([])
  await name().fill('Pé na Areia')
  await expect.element(page.getByText('Dê um nome à equipe.')).not.toBeInTheDocument()
  await next()
  await expect.element(heading(2)).toBeVisible()
})

test('the rule about men and women is explained', { tags: 'operation' }, async () => {
  await openWizard({ event: relay({ team_rule: 'men' }), step: 0 })
  await others().click()
  await fillPerson()
  await next()
  await page.getByLabelText('Mesma categoria e kit para todos').click()
  await chooseRelay()
  await name().fill('Pé na Areia')
  await next()
  await expectMessage('Esta equipe é só de homens.')
})
