import { expect, test } from 'vitest'
import { externalUrl, shortUrl } from './external-url.ts'

test.each([
  ['https://example.com/r.pdf', 'https://example.com/r.pdf'],
  ['/storage/routes/10k.gpx', '/storage/routes/10k.gpx'],
  ['routes/10k.gpx', '/storage/routes/10k.gpx'],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt:alert(1)', null],
  ['data:text/html,x', null],
  ['https://', null],
  ['', null],
  [null, null],
])('%s becomes the link %s', (address, link) => {
  expect(externalUrl(address)).toBe(link)
})

test('a link is displayed without scheme, www and final slash', () => {
  expect(shortUrl('https://www.instagram.com/corrida/')).toBe('instagram.com/corrida')
})
