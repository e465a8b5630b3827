import { createContext, useContext } from 'react'
import type { FeePolicy } from '#contract/price.ts'

interface EditorState {
  /** May not edit, or a save is under way. */
  locked: boolean
  fees: FeePolicy
}

export const EditorContext = createContext<EditorState | null>(null)

export function useEditor(): EditorState {
  const state = useContext(EditorContext)
  if (!state) throw new Error('only inside an editor')
  return state
}
