import { describe, expect, test } from 'vitest'
import { closedWords, closingSoonWords, deadlineWords, isOpen, isPast } from './registration-window.ts'

const TODAY = '2026-11-21'

type Window = Parameters<typeof isOpen>[0]

const race = (change: Partial<Window> = {}): Window => ({
  status: 1,
  closed_reason: null,
  date_event: '12/12/2026',
  start_date: '01/10/2026',
  end_date: '30/11/2026',
  ...change,
})
const closed = (closed_reason: Window['closed_reason'], change: Partial<Window> = {}) =>
  race({ status: 0, closed_reason, ...change })

describe('the button Inscrever-se (§2.8)', () => {
  test.each([
    ['status 1 within the window', race(), true],
    ['the last day', race({ end_date: '21/11/2026' }), true],
    ['the day after', race({ end_date: '20/11/2026' }), false],
    ['status 0', closed('inactive'), false],
    ['no last day', race({ end_date: null }), true],
  ])('%s', (_name, event, open) => {
    expect(isOpen(event, TODAY)).toBe(open)
  })
})

describe('the deadline in words', () => {
  test.each([
    [race({ end_date: '21/11/2026' }), 'Encerra hoje'],
    [race({ end_date: '22/11/2026' }), 'Encerra amanhã'],
    [race({ end_date: '24/11/2026' }), 'Encerra em 3 dias'],
    [race({ end_date: '20/12/2026' }), 'Inscrições até 20 de dez.'],
    [race({ end_date: null }), null],
    [closed('not_yet', { start_date: '22/11/2026' }), 'Abre amanhã'],
    [closed('not_yet', { start_date: '05/01/2027' }), 'Abre em 5 de jan.'],
    [closed('sold_out'), 'Vagas esgotadas'],
    [closed('cancelled'), 'Evento cancelado'],
    [closed('inactive'), 'Em breve'],
    [closed('ended'), null],
    [closed('ended', { date_event: '20/11/2026' }), 'Evento realizado'],
  ])('%o: %s', (event, words) => {
    expect(deadlineWords(event, TODAY)).toBe(words)
  })
})

describe('the end of the window, shown only when it is near', () => {
  test.each([
    [race({ end_date: '21/11/2026' }), 'Encerra hoje'],
    [race({ end_date: '05/12/2026' }), 'Encerra em 14 dias'],
    [race({ end_date: '06/12/2026' }), null],
    [race({ end_date: null }), null],
    [closed('sold_out', { end_date: '22/11/2026' }), null],
  ])('%o: %s', (event, words) => {
    expect(closingSoonWords(event, TODAY)).toBe(words)
  })
})

describe("why it is closed, under 'Inscrições encerradas'", () => {
  test.each([
    [closed('not_yet', { start_date: '26/11/2026' }), 'As inscrições abrem em 5 dias, em 26/11/2026.'],
    [closed('not_yet', { start_date: '22/11/2026' }), 'As inscrições abrem amanhã.'],
    [closed('sold_out'), 'Todas as vagas foram preenchidas.'],
    [closed('cancelled'), 'Este evento foi cancelado pela organização.'],
    [closed('inactive'), 'A organização ainda está preparando este evento.'],
    [closed('ended'), 'O prazo de inscrição já terminou.'],
    [closed('ended', { date_event: '20/11/2026' }), 'Esta corrida já aconteceu.'],
  ])('%o: %s', (event, words) => {
    expect(closedWords(event, TODAY)).toContain(words)
  })
})

test('a race is past from the day after it', () => {
  expect(isPast(race({ date_event: '21/11/2026' }), TODAY)).toBe(false)
  expect(isPast(race({ date_event: '20/11/2026' }), TODAY)).toBe(true)
})
