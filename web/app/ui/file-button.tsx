import { Button } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { failureMessage } from '../api.ts'
import { saveFile } from './save-file.ts'
import { showToast } from './toast.ts'

interface FileButtonProps {
  label: string
  /** Of the file; a stored document has no ending, it follows from its content. */
  name: string
  fetch: () => Promise<Blob>
}

const endingOf = ({ type }: Blob): string => (type === 'application/pdf' ? 'pdf' : 'jpg')

/** Downloads a file. */
export function FileButton({ label, name, fetch }: FileButtonProps) {
  const file = useMutation({
    mutationFn: fetch,
    onSuccess: (content) => saveFile(content, name.includes('.') ? name : `${name}.${endingOf(content)}`),
    onError: (reason) => showToast('error', failureMessage(reason, 'Erro ao exportar o arquivo.')),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconFileDownload size={20} aria-hidden />}
      loading={file.isPending}
      onClick={() => file.mutate()}
    >
      {label}
    </Button>
  )
}
