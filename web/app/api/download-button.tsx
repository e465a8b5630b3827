import { IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { saveFile } from '#web/ui/save-file.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { failureMessage } from './api.ts'

interface DownloadButtonProps extends ComponentProps<typeof TextButton> {
  load: () => Promise<Blob>
  fileName: string | ((file: Blob) => string)
  /** The message for a failure without a message from the server. */
  failure?: string
}

/** Downloads a file that requires a session, and saves it. */
export function DownloadButton({
  load,
  fileName,
  failure = 'Erro ao exportar o arquivo.',
  ...props
}: DownloadButtonProps) {
  const download = useMutation({
    mutationFn: load,
    onSuccess: (file) => saveFile(file, typeof fileName === 'string' ? fileName : fileName(file)),
    onError: (reason) => showToast('error', failureMessage(reason, failure)),
  })
  return (
    <TextButton
      variant="default"
      icon={IconFileDownload}
      {...props}
      loading={download.isPending}
      onClick={() => download.mutate()}
    />
  )
}

interface ExportButtonsProps {
  /** The name of the file without its extension. */
  name: string
  load: (format: 'csv' | 'xlsx') => Promise<Blob>
}

/** Buttons that download an export, one for each format. */
export const ExportButtons = ({ name, load }: ExportButtonsProps) =>
  (['csv', 'xlsx'] as const).map((format) => (
    <DownloadButton key={format} load={() => load(format)} fileName={`${name}.${format}`}>
      Baixar {format.toUpperCase()}
    </DownloadButton>
  ))

/** The name of a stored document with an extension according to its type. */
export const documentName = (name: string) => (file: Blob) =>
  `${name}.${file.type === 'application/pdf' ? 'pdf' : 'jpg'}`
