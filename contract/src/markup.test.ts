import { describe, expect, test } from 'vitest'
import { markupHtml } from './markup.ts'

test.each([
  ['Uma linha', '<p>Uma linha</p>'],
  ['Uma linha\ne outra', '<p>Uma linha<br>e outra</p>'],
  ['Um\r\n\r\nDois', '<p>Um</p><p>Dois</p>'],
  ['# Kits\nRetire antes.', '<h3>Kits</h3><p>Retire antes.</p>'],
  ['## Onde', '<h4>Onde</h4>'],
  ['Leve:\n- água\n• boné', '<p>Leve:</p><ul><li>água</li><li>boné</li></ul>'],
  ['1. Chegue\n2) Corra', '<ol><li>Chegue</li><li>Corra</li></ol>'],
  ['**Atenção**: chuva', '<p><strong>Atenção</strong>: chuva</p>'],
  ['10 * 2 ** 3', '<p>10 * 2 ** 3</p>'],
  ['#5km na veia', '<p>#5km na veia</p>'],
  ['', ''],
])('%j', (text, html) => expect(markupHtml(text)).toBe(html))

const anchor = (address: string, words: string) =>
  `<p><a href="${address}" target="_blank" rel="nofollow noreferrer">${words}</a></p>`

test.each([
  [
    '[o percurso](https://exemplo.test/a?b=1&c=2)',
    anchor('https://exemplo.test/a?b=1&amp;c=2', 'o percurso'),
  ],
  ['https://exemplo.test', anchor('https://exemplo.test', 'https://exemplo.test')],
  ['[**já**](https://exemplo.test/)', anchor('https://exemplo.test/', '<strong>já</strong>')],
])('link %s', (text, html) => expect(markupHtml(text)).toBe(html))

test('a punctuation mark after a URL is not part of the link', () => {
  expect(markupHtml('Veja https://exemplo.test/a.')).toContain('>https://exemplo.test/a</a>.')
})

describe('produces only its own tags', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](https://a.test/"onmouseover="alert(1))',
    '[<b>x</b>](https://a.test/<script>)',
    'https://a.test/"><script>alert(1)</script>',
    '# <svg onload=alert(1)>',
    '- **<iframe>**',
    '[a](data:text/html,x)',
    "https://a.test/'onclick='x",
  ])('%s', (text) => {
    const html = markupHtml(text)
    const tags = html.match(/<[^>]*>/g) ?? []
    for (const tag of tags)
      expect(tag).toMatch(
        /^<\/?(p|ul|ol|li|h3|h4|strong|br|a)>$|^<a href="https?:\/\/[^"<>]*" target="_blank" rel="nofollow noreferrer">$/,
      )
    expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/)
  })
})
