import { Alert, Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../../ui/save-file.ts'
import { showToast } from '../../../ui/toast.ts'
import classes from './second-factor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** They are kept. */
  onDone: () => void
}

/** The codes, this once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = `Códigos de recuperação da Largada. Cada um vale uma vez.\n\n${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast('success', 'Códigos copiados.'),
      () => showToast('error', 'Não foi possível copiar. Baixe o arquivo ou anote os códigos.'),
    )
  return (
    <>
      <Alert color="green" title="Guarde os códigos de recuperação">
        Sem o celular, cada um deles vale uma entrada na sua conta. Eles não serão mostrados de novo:
        guarde-os longe do celular.
      </Alert>
      <ul className={classes.codes} aria-label="Códigos de recuperação">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button variant="default" leftSection={<IconCopy size={20} aria-hidden />} onClick={copy}>
          Copiar
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          onClick={() =>
            saveFile(new Blob([text], { type: 'text/plain' }), 'largada-codigos-de-recuperacao.txt')
          }
        >
          Baixar
        </Button>
        <Button onClick={onDone}>Já guardei os códigos</Button>
      </div>
    </>
  )
}
