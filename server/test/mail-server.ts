import { createServer, type Socket } from 'node:net'

/** A small SMTP server on the loopback interface that counts the messages it accepted. */
export interface MailServer {
  url: string
  accepted(): number
  /** With true, refuses every other message, and sometimes in the middle of a conversation. */
  lie(isLying: boolean): void
  stop(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  let accepted = 0
  let asked = 0
  let isLying = false

  /** The response to a line; null closes the connection. */
  function answer(line: string): string | null {
    const verb = line.slice(0, 4).toUpperCase()
    if (isLying && ++asked % 7 === 0) return asked % 2 ? null : '421 4.3.2 Try again later'
    if (verb === 'RCPT' && isLying && asked % 2) return '550 5.1.1 No such user'
    // As nearly every mail server, it takes the addresses and DATA at once.
    if (verb === 'EHLO') return '250-mail.test\r\n250 PIPELINING'
    if (verb === 'DATA') return '354 Go ahead'
    if (verb === 'QUIT') return '221 Bye'
    return '250 OK'
  }

  const server = createServer((socket) => {
    let text = ''
    let inMessage = false
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.write('220 mail.test ESMTP\r\n')
    socket.on('data', (bytes) => {
      text += bytes
      let replies = ''
      for (;;) {
        const end = text.indexOf(inMessage ? '\r\n.\r\n' : '\r\n')
        // One write: a second one would wait for the client's delayed acknowledgement of the first.
        if (end < 0) return void (replies && socket.write(replies))
        const line = text.slice(0, end)
        text = text.slice(end + (inMessage ? 5 : 2))
        if (inMessage) accepted++
        const reply = inMessage ? '250 OK' : answer(line)
        inMessage = reply?.startsWith('354') ?? false
        if (reply === null) return void socket.destroy()
        replies += `${reply}\r\n`
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    accepted: () => accepted,
    lie(next) {
      isLying = next
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
