import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import classes from './payment.module.css'

interface CopyFieldProps {
  label: string
  text: string
  /** The displayed text if it differs, for example digits in groups. */
  shown?: string
  action: string
  done: string
}

const SHOWN_MS = 4_000

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
      // Access may be forbidden, or missing on plain http. The selected text can be copied by hand.
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
