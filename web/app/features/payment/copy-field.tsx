import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import classes from './payment.module.css'

interface CopyFieldProps {
  label: string
  /** What is copied. */
  text: string
  /** What is shown, if that is not the same: digits in groups. */
  shown?: string
  action: string
  /** Said when it is copied. */
  done: string
}

const SHOWN_MS = 4_000

/** A text that can be selected, and a button that copies it. */
export function CopyField({ label, text, shown = text, action, done }: CopyFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [result, setResult] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (result !== 'copied') return
    const timer = setTimeout(() => setResult(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [result])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setResult('copied')
    } catch {
      // Forbidden or, on plain http, missing: what is selected can still be copied by hand.
      field.current?.select()
      setResult('failed')
    }
  }

  const isCopied = result === 'copied'
  return (
    <div className={classes.copy}>
      <Button
        size="lg"
        fullWidth
        color={isCopied ? 'green' : undefined}
        leftSection={isCopied ? <IconCheck size={22} aria-hidden /> : <IconCopy size={22} aria-hidden />}
        onClick={copy}
      >
        {isCopied ? 'Copiado!' : action}
      </Button>
      <label htmlFor={id}>{label}</label>
      <div className={classes.text} data-text={shown}>
        <textarea ref={field} id={id} readOnly rows={1} spellCheck={false} value={shown} />
      </div>
      <p role="status" className={isCopied ? 'sr-only' : classes.note}>
        {isCopied && done}
        {result === 'failed' && 'Não foi possível copiar sozinho. O texto está selecionado: copie-o.'}
      </p>
    </div>
  )
}
