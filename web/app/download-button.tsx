import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { failureMessage } from './api.ts'
import { saveFile } from './ui/save-file.ts'
import { showToast } from './ui/toast.ts'

interface DownloadButtonProps extends ButtonProps {
  load: () => Promise<Blob>
  fileName: string
  /** Shown when the server gives no reason. */
  failure: string
}

/** Downloads a file that needs a session and saves it. */
export function DownloadButton({ load, fileName, failure, ...props }: DownloadButtonProps) {
  const download = useMutation({
    mutationFn: load,
    onSuccess: (file) => saveFile(file, fileName),
    onError: (reason) => showToast('error', failureMessage(reason, failure)),
  })
  return <Button {...props} loading={download.isPending} onClick={() => download.mutate()} />
}
