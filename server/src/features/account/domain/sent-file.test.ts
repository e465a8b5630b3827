import { expect, test } from 'vitest'
import { bytesOfDataUrl, isPdf } from './sent-file.ts'

test.each([
  ['data:text/plain;base64,b2k=', 'oi'],
  ['data:image/png;base64,', null],
  ['data:image/png;base64,???', null],
])('the bytes of %s', (dataUrl, content) => {
  expect(bytesOfDataUrl(dataUrl)?.toString() ?? null).toBe(content)
})

test.each([
  ['%PDF-1.7 …', true],
  ['<html>%PDF-1.7', false],
  ['', false],
])('%s is a PDF: %s', (content, expected) => {
  expect(isPdf(Buffer.from(content))).toBe(expected)
})
