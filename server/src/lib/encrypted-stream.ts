import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'

/*
 * Encrypts a stream of any length with AES-256-GCM in frames of 64 KiB (the STREAM construction of Hoang,
 * Reyhanitabar, Rogaway and Vizár, 2015). The nonce of a frame contains its number and whether it is the last one,
 * so a frame that was changed, left out, moved or cut off is noticed.
 *
 *   8 bytes    format
 *   16 bytes   salt, from which this stream's key is derived (HKDF-SHA-256), so that no nonce repeats
 *   16 bytes   tells whether the reader has the right key
 *   frames     the encrypted bytes and a tag of 16 bytes
 */
const FORMAT = Buffer.from('LARGADA1')
const SALT_BYTES = 16
const CHECK_BYTES = 16
const HEADER_BYTES = FORMAT.length + SALT_BYTES + CHECK_BYTES
const FRAME_BYTES = 64 * 1024
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'

const derive = (key: Buffer, salt: Buffer, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, bytes))

function nonceOf(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(frame, 5, 6)
  nonce[11] = Number(isLast)
  return nonce
}

/** `name` is bound to the content: under another name it cannot be decrypted. `key` has 32 bytes. */
export function encrypting(key: Buffer, name: string): Transform {
  const salt = randomBytes(SALT_BYTES)
  const own = derive(key, salt, `frames:${name}`, 32)
  let frames = 0
  const seal = (bytes: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv(ALGORITHM, own, nonceOf(frames++, isLast))
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
  const stream = framed(
    FRAME_BYTES,
    (bytes) => seal(bytes, false),
    (bytes) => seal(bytes, true),
  )
  stream.push(Buffer.concat([FORMAT, salt, derive(key, salt, 'check', CHECK_BYTES)]))
  return stream
}

/** Fails with a sentence in Portuguese for another key, and for content that is incomplete or was changed. */
export function decrypting(key: Buffer, name: string): Transform {
  let own: Buffer | null = null
  let frames = 0
  const damaged = (cause?: unknown) => new Error(`${name} foi alterado ou está incompleto.`, { cause })
  const open = (bytes: Buffer, isLast: boolean): Buffer => {
    if (!own || bytes.length < TAG_BYTES) throw damaged()
    try {
      const decipher = createDecipheriv(ALGORITHM, own, nonceOf(frames++, isLast))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch (error) {
      throw damaged(error)
    }
  }
  const readHeader = (header: Buffer): void => {
    if (!header.subarray(0, FORMAT.length).equals(FORMAT)) throw damaged()
    const salt = header.subarray(FORMAT.length, FORMAT.length + SALT_BYTES)
    if (!header.subarray(-CHECK_BYTES).equals(derive(key, salt, 'check', CHECK_BYTES)))
      throw new Error('BACKUP_KEY não é a chave com que a cópia foi cifrada.')
    own = derive(key, salt, `frames:${name}`, 32)
  }
  return framed(
    FRAME_BYTES + TAG_BYTES,
    (bytes) => open(bytes, false),
    (bytes) => open(bytes, true),
    { bytes: HEADER_BYTES, read: readHeader },
  )
}

/** Passes on blocks of exactly `size` bytes, and at the end what remains, which may be empty or one whole block. */
function framed(
  size: number,
  each: (block: Buffer) => Buffer,
  last: (block: Buffer) => Buffer,
  header: { bytes: number; read(header: Buffer): void } | null = null,
): Transform {
  let waiting = Buffer.alloc(0)
  let hasHeader = header === null
  const take = (bytes: number): Buffer => {
    const taken = waiting.subarray(0, bytes)
    waiting = waiting.subarray(bytes)
    return taken
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        waiting = Buffer.concat([waiting, chunk])
        if (header && !hasHeader && waiting.length >= header.bytes) {
          header.read(take(header.bytes))
          hasHeader = true
        }
        while (hasHeader && waiting.length > size) this.push(each(take(size)))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        this.push(last(waiting))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
