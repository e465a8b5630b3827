import { Kbd } from '@mantine/core'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './palette.module.css'

const MODIFIER = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

const KEYS: readonly (readonly [keys: readonly string[], words: string])[] = [
  [[`${MODIFIER} K`], 'Buscar páginas, eventos e pessoas'],
  [['/'], 'Pesquisar na lista'],
  [['J', 'K'], 'Próxima linha e linha anterior; no painel, próxima inscrição e anterior'],
  [['Enter'], 'Abrir a linha'],
  [['E'], 'Editar a linha ou a inscrição aberta'],
  [['←', '→'], 'No painel: inscrição anterior e próxima'],
  [[`${MODIFIER} S`], 'Salvar o formulário aberto'],
  [['Esc'], 'Fechar o painel ou a janela'],
  [['?'], 'Mostrar estes atalhos'],
]

interface ShortcutsHelpProps {
  open: boolean
  onClose: () => void
}

export function ShortcutsHelp({ open, onClose }: ShortcutsHelpProps) {
  return (
    <Dialog opened={open} onClose={onClose} title="Atalhos do teclado">
      <dl className={classes.keys}>
        {KEYS.map(([keys, words]) => (
          <div key={words}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.hint}>As teclas sem {MODIFIER} não agem enquanto você escreve num campo.</p>
    </Dialog>
  )
}
