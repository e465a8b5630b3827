// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { expectText, renderScreen } from '#web-test/render-screen.tsx'
import { CategoriesCard, StatusesCard } from '../event/bar-cards.tsx'
import { EventSummary } from '../event/event-summary.tsx'
import { SalesCard } from '../event/sales-card.tsx'
import { BarList } from './bar-list.tsx'
import { DaysCards } from './days-cards.tsx'

test('bars with the value 0 are collapsed; a bar with a limit is relative to it and says when it is reached', async () => {
  await renderScreen(
    <BarList
      bars={[
        { key: 1, label: 'DEZ', value: 10, words: '10 de 10', limit: 10 },
        { key: 2, label: 'VINTE', value: 5, words: '5 de 20', limit: 20 },
        { key: 3, label: 'NADA', value: 0, words: '0' },
      ]}
    />,
  )
  const filled = (label: string) =>
    page.getByRole('listitem').filter({ hasText: label }).element().querySelector<HTMLElement>('[style]')
      ?.style.inlineSize
  expect([filled('DEZ'), filled('VINTE')]).toEqual(['100%', '25%'])
  expect(page.getByRole('listitem').filter({ hasText: 'DEZ' }).element()).toHaveProperty(
    'dataset.full',
    'true',
  )
  await expect.element(page.getByText('NADA')).not.toBeVisible()
  await page.getByText('Mais 1 com zero').click()
  await expect.element(page.getByText('NADA')).toBeVisible()
})

test('bars that are all 0 are collapsed too', async () => {
  await renderScreen(
    <BarList
      bars={['DEZ', 'TRINTA'].map((code) => ({
        key: code,
        label: code,
        value: 0,
        words: '0',
        detail: 'R$ 0,00',
      }))}
    />,
  )
  await expect.element(page.getByText('Nada ainda.')).toBeVisible()
  await expect.element(page.getByText('DEZ')).not.toBeVisible()
  await page.getByText('2 com zero').click()
  await expect.element(page.getByText('DEZ')).toBeVisible()
})

test('a list without bars says so', async () => {
  await renderScreen(<BarList bars={[]} />)
  await expect.element(page.getByText('Nada ainda.')).toBeVisible()
})

test('a collapsed bar of a group is shown with the name of its group', async () => {
  const group = { name: 'Kit Completo', words: '4' }
  await renderScreen(
    <BarList
      bars={[
        { key: 1, label: 'P', value: 4, words: '4', group },
        { key: 2, label: <>Tamanho M</>, value: 0, words: '0', group },
      ]}
    />,
  )
  await page.getByText('Mais 1 com zero').click()
  await expect.element(page.getByText('Kit Completo · Tamanho M')).toBeVisible()
})

test('the bar of a single day does not fill the chart', async () => {
  await renderScreen(
    <DaysCards
      days={[{ day: '01/11/2026', registrations: 3, received: null, returned: null }]}
      fileName="dias"
    />,
  )
  const chart = page.getByRole('img', { name: /Inscrições: 3/ }).element()
  const bar = chart.querySelector('rect')?.getBoundingClientRect().width ?? 0
  expect(bar).toBeGreaterThan(4)
  expect(bar).toBeLessThan(chart.getBoundingClientRect().width / 8)
})

test('the summary of an event: spots, money, days left, and today compared with the previous edition', async () => {
  const data = {
    event: { id: 7, held: 350, capacity: 500 },
    registrations: { registered: 360, confirmed: 1, pending: 349, cancelled: 10, paid: 1, free: 0 },
    finances: { net: '123456789.90' },
    pace: {
      goal: 500,
      expected: 480,
      line: [],
      days_left: 20,
      today: 5,
      last_edition: {
        title: 'Corrida da Ilha 2030',
        date_event: '01/11/2030',
        registrations: 320,
        that_day: 4,
      },
    },
  } as unknown as EventDashboard
  await renderScreen(<EventSummary data={data} mayChange={false} />)
  for (const words of [
    '350 de 500',
    '1 de 500pagas · no ritmo de 480',
    'R$ 123.456.789,90',
    '20dias para a corrida',
    '5inscrições hoje',
    'No mesmo dia de Corrida da Ilha 2030: 4, e 320 inscrições até ali',
  ])
    await expectText(page.getByRole('region', { name: 'Em resumo' }), words)
  // Counts of 0 are left out; the others lead to the participants that they count.
  const counts = page.getByRole('list', { name: 'Inscrições' }).getByRole('link')
  expect(counts.elements().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['360 inscritos', '/organizador/eventos/7/participantes'],
    ['1 confirmado', '/organizador/eventos/7/participantes?registration_status=1'],
    ['349 pendentes', '/organizador/eventos/7/participantes?registration_status=0'],
    ['10 cancelados', '/organizador/eventos/7/participantes?registration_status=2'],
    ['1 pago', '/organizador/eventos/7/participantes?money=paid'],
  ])
})

test('statuses have the colour of their meaning; categories show confirmed and pending registrations', async () => {
  const tones = (region: string) =>
    [...page.getByRole('region', { name: region }).element().querySelectorAll<HTMLElement>('li [style]')].map(
      ({ dataset, style }) => [dataset.tone, style.inlineSize],
    )
  await renderScreen(
    <>
      <StatusesCard
        fileName="a"
        payments={[
          { type: 0, status_code: 2, registrations: 4 },
          { type: 0, status_code: 0, registrations: 2 },
          { type: 1, status_code: 6, registrations: 1 },
          { type: null, status_code: null, registrations: 1 },
        ]}
      />
      <CategoriesCard
        fileName="b"
        categories={[
          {
            id: 1,
            name: 'Geral',
            modality: '5 km',
            confirmed: 3,
            pending: 1,
            cancelled: 2,
            balance: '300.00',
          },
          {
            id: 2,
            name: 'Elite',
            modality: '5 km',
            confirmed: 1,
            pending: 0,
            cancelled: 0,
            balance: '100.00',
          },
        ]}
      />
    </>,
  )
  expect(tones('Por status do pagamento')).toEqual([
    ['success', '100%'],
    ['warning', '50%'],
    ['error', '25%'],
    [undefined, '25%'],
  ])
  expect(tones('Por categoria')).toEqual([
    ['success', '75%'],
    ['warning', '25%'],
    ['success', '25%'],
    ['warning', '0%'],
  ])
  await page.getByRole('button', { name: 'Ver tabela: Por categoria' }).click()
  await expectText(page.getByRole('row').filter({ hasText: 'Total' }), 'Total412R$ 400,00')
})

test('the pace of sales: this race, the last edition and the goal; a pointed day is read out', async () => {
  const data = {
    by_day: [],
    pace: {
      goal: 10,
      last_edition: { title: 'Corrida da Ilha 2030' },
      line: [
        { days_left: 2, paid: 1, last: 3 },
        { days_left: 1, paid: 4, last: 5 },
        { days_left: 0, paid: null, last: 8 },
      ],
    },
  } as unknown as EventDashboard
  await renderScreen(<SalesCard data={data} fileName="evento" />)
  const chart = page.getByRole('img', { name: 'Corrida da Ilha 2030: 8. Esta corrida: 4. Meta: 10' })
  await expect.element(chart).toBeVisible()
  const lines = [...chart.element().querySelectorAll('polyline')].map((line) => line.getAttribute('points'))
  expect(lines).toEqual(['0,70 1,50 2,20', '0,90 1,60 '])
  await chart.hover({ position: { x: 2, y: 20 } })
  await expectText(page.getByRole('figure'), '2 dias antesCorrida da Ilha 2030: 3 · Esta corrida: 1')
  await page.getByText('Inscrições', { exact: true }).click()
  await expect.element(page.getByRole('region', { name: 'Inscrições por dia' })).toBeVisible()
})
