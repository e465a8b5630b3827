import { describe, expect, test } from 'vitest'
import { deviceWords } from './device-words.ts'

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const GOOGLE = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the device of a session', () => {
  test.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${GOOGLE} Chrome/141.0.0.0 Safari/537.36`,
      'Chrome no Windows',
      false,
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${GOOGLE} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`,
      'Edge no Windows',
      false,
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${GOOGLE} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
      'Samsung Internet no Android',
      true,
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} Version/18.5 Mobile/15E148 Safari/604.1`,
      'Safari no iPhone',
      true,
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} CriOS/141.0 Mobile/15E148 Safari/604.1`,
      'Chrome no iPhone',
      true,
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0',
      'Firefox no Mac',
      false,
    ],
    ['curl/8.14', 'Aparelho desconhecido', false],
    [null, 'Aparelho desconhecido', false],
  ])('%s', (userAgent, name, handheld) => {
    expect(deviceWords(userAgent)).toEqual({ name, handheld })
  })
})
