import { listWords } from '#contract/words.ts'
import { showToast } from '#web/ui/toast.ts'

const MOST = 3

/** Names the pasted cells that could not be read. */
export function showUnread(cells: readonly string[]): void {
  if (cells.length === 0) return
  const names = [...new Set(cells)].slice(0, MOST).map((cell) => `“${cell}”`)
  showToast('error', `Não entendi ${listWords(names)} na planilha: confira essas células.`)
}
