import { describe, expect, test } from 'vitest'
import { freeSlug, slugify } from './slug.ts'

describe('slugify', () => {
  test.each([
    ['Maratona de São Paulo', 'maratona-de-sao-paulo'],
    ['  21K — Corrida & Caminhada!  ', '21k-corrida-caminhada'],
    ['Circuito Coração 2026/2027', 'circuito-coracao-2026-2027'],
    ['🏃🏃', 'evento'],
    ['Ç', 'c'],
    ['a'.repeat(200), 'a'.repeat(80)],
    [
      `${'corrida '.repeat(20)}`,
      'corrida-corrida-corrida-corrida-corrida-corrida-corrida-corrida-corrida-corrida',
    ],
  ])('%s', (title, slug) => {
    expect(slugify(title)).toBe(slug)
    expect(slugify(title)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })
})

describe('freeSlug', () => {
  test.each([
    [[], 'x'],
    [['x'], 'x-2'],
    [['x', 'x-2', 'x-4'], 'x-3'],
    [['x-2'], 'x'],
  ])('%j', (taken, free) => {
    expect(freeSlug('x', new Set(taken))).toBe(free)
  })
})
