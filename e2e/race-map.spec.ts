import { expect, test } from 'playwright/test'
import type { EventCard, RacePlace } from '#contract/event/event.ts'
import { consoleProblems, expectAccessible, openPage } from './accessibility.ts'
import { races } from './races.ts'

test('the results of a search on the map lead by state and city to the list; no axe violations', {
  tag: '@contrast',
}, async ({ page, request }) => {
  const problems = consoleProblems(page)
  const open = await races(request, 'status=1')
  const inState = (code: string) => open.filter(({ state }) => state === code)
  const race = open.find(({ state }) => state && citiesOf(inState(state)).size > 1) as EventCard
  const state = race.state as string
  await openPage(page, '/?status=1')
  await page.getByRole('link', { name: 'Ver no mapa' }).click()
  await expect(page).toHaveURL('/mapa?status=1')
  const located = open.filter(({ city }) => city)
  const words = `${located.length} corridas em ${citiesOf(located).size} cidades`
  await expect(page.getByText(words, { exact: true })).toBeVisible()
  await expectAccessible(page)

  const name = await page
    .getByLabel('Estado', { exact: true })
    .locator(`option[value="${state}"]`)
    .textContent()
  const states = page.getByRole('region', { name: 'Estados' })
  await states.getByRole('link', { name: new RegExp(`^${name} \\d`) }).click()
  await expect(page).toHaveURL(`/mapa?state=${state}&status=1`)
  await expect(page.locator('a circle')).toHaveCount(citiesOf(inState(state)).size)
  await expectAccessible(page)

  await expect(page.getByRole('heading', { name: 'Resultado da busca' })).toBeVisible()
  await page.locator('svg a', { hasText: `${race.city}: ` }).click()
  await expect(page).toHaveURL(new RegExp(`^[^?]*/\\?state=${state}&city=.*&status=1$`))
  await expect(page.getByRole('heading', { name: race.title, exact: true })).toBeVisible()
  expect(problems).toEqual([])
})

test('the list and the map count the same races to come', { tag: '@operation' }, async ({
  page,
  request,
}) => {
  const { meta } = await (await request.get('/api/v1/events')).json()
  expect(meta.total, 'the demo data has past races').toBeGreaterThan(meta.coming)
  await openPage(page, '/')
  await expect(page.getByText(`${meta.coming} corridas e `)).toBeVisible()
  await page.getByRole('link', { name: 'Ver no mapa' }).click()
  await expect(page.getByText(`${meta.coming} corridas em `)).toBeVisible()
})

test('a state whose races are all in one city leads to them', { tag: '@operation' }, async ({
  page,
  request,
}) => {
  const places = (await (await request.get('/api/v1/events/places')).json()).data as RacePlace[]
  const only = places.find((place) =>
    places.every(({ state, name }) => state !== place.state || name === place.name),
  )
  await openPage(page, '/mapa')
  await page.locator(`a[href*="state=${only?.state}&city="]`).first().click()
  await expect(page).toHaveURL(new RegExp(`/\\?state=${only?.state}&city=`))
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a state chosen on the drawing and filters changed in the form stay on the map', {
  tag: '@operation',
}, async ({ page }) => {
  await openPage(page, '/mapa')
  await page.locator('svg a', { hasText: /^São Paulo: / }).click()
  await expect(page).toHaveURL('/mapa?state=SP')
  await expect(page.getByLabel('Estado', { exact: true })).toHaveValue('SP')
  await page.getByRole('combobox', { name: 'Nome da corrida' }).fill('nenhuma corrida tem este nome')
  await expect(page.getByText('Não há eventos cadastrados')).toBeVisible()
  await page.getByRole('link', { name: 'Limpar' }).click()
  await expect(page).toHaveURL('/mapa')
  await expect(page.getByRole('region', { name: 'Estados' })).toBeVisible()
})

const citiesOf = (list: readonly EventCard[]) => new Set(list.map(({ city, state }) => `${city}/${state}`))
