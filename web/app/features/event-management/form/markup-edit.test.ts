import { expect, test } from 'vitest'
import { type MarkupFormat, markupEdit } from './markup-edit.ts'

/** The text after an edit, with brackets around what is selected, as in the text before it. */
function edited(marked: string, format: MarkupFormat): string {
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  const text = marked.replace(/[[\]]/g, '')
  const edit = markupEdit({ text, start, end }, format)
  const [first, last] = edit.select
  const inner = `${edit.text.slice(0, first)}[${edit.text.slice(first, last)}]${edit.text.slice(last)}`
  return text.slice(0, edit.from) + inner + text.slice(edit.to)
}

test.each<[MarkupFormat, string, string]>([
  ['bold', 'A [largada] é cedo', 'A **[largada]** é cedo'],
  ['bold', 'A []', 'A **[negrito]**'],
  ['heading', '[]', '# [Título]'],
  ['heading', 'Antes\nO per[]curso\nDepois', 'Antes\n# [O percurso]\nDepois'],
  ['list', 'Kit:\nca[misa\nme]dalha', 'Kit:\n- [camisa\n- medalha]'],
  ['list', 'Kit:\n[]', 'Kit:\n- [item]'],
])('%s of %j is %j', (format, before, after) => {
  expect(edited(before, format)).toBe(after)
})
