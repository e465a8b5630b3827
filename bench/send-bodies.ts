import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { API_BASE } from '#contract/route.ts'

export interface Attack {
  hostname: string
  port: number
  path: string
  addresses: number
  connections: number
  type: string
  body: string
}

/** Repeats the body on each connection until told to stop, then sends the number of responses. */
const { hostname, port, path, addresses, connections, type, body }: Attack = workerData
const bytes = Buffer.from(body)
const open = new Set<Socket>()
let running = true
let answers = 0

const sendOnce = (address: string) =>
  new Promise<void>((resolve) => {
    const socket = connect({ host: hostname, port })
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      resolve()
    })
    socket.on('data', () => {
      answers++
      socket.destroy()
    })
    socket.write(
      `POST ${API_BASE}${path} HTTP/1.1\r\nhost: largada.test\r\nx-forwarded-for: ${address}\r\n` +
        `content-type: ${type}\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    )
    socket.write(bytes)
  })
const loops = Array.from({ length: connections }, async (_, n) => {
  while (running) await sendOnce(`198.51.100.${n % addresses}`)
})
parentPort?.once('message', async () => {
  running = false
  for (const socket of open) socket.destroy()
  await Promise.all(loops)
  parentPort?.postMessage(answers)
})
