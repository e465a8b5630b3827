import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/* A device with one passkey (ECDSA P-256), and the browser in front of it. */

/** A number, text, bytes or map in CBOR (RFC 8949), as short as WebAuthn needs it. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
const ES256 = -7

/** What differs from a correct answer. */
interface Fault {
  origin?: string
  rpId?: string
  verified?: boolean
  counter?: number
  userHandle?: string
  format?: string
}

interface Created {
  challenge: string
  rp: { id: string }
  user: { id: string }
}
interface Asked {
  challenge: string
  rpId: string
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

export class PasskeyDevice {
  readonly id = randomBytes(16).toString('base64url')
  /** Signatures so far; 0 stays 0, as on devices that do not count. */
  counter: number
  #origin: string
  #userHandle = 'MQ'
  #privateKey: KeyObject
  #publicKey: KeyObject

  constructor(origin: string, { counter = 1 }: { counter?: number } = {}) {
    this.#origin = origin
    this.counter = counter
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = pair.privateKey
    this.#publicKey = pair.publicKey
  }

  /** `navigator.credentials.create()`, as JSON. */
  create({ challenge, rp, user }: Created, fault: Fault = {}) {
    this.#userHandle = user.id
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const coordinates = [x, y].map((one) => Buffer.from(one, 'base64url'))
    const key = new Map<number, unknown>([
      ...([
        [1, 2],
        [3, ES256],
        [-1, 1],
      ] as const),
      ...coordinates.map((bytes, n) => [-2 - n, bytes] as const),
    ])
    const id = Buffer.from(this.id, 'base64url')
    const credential = [Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]
    const authData = Buffer.concat([this.#data(rp.id, fault, HAS_CREDENTIAL), ...credential])
    const attestation = new Map<string, unknown>([
      ['fmt', fault.format ?? 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, fault).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** `navigator.credentials.get()`, as JSON. */
  get({ challenge, rpId }: Asked, fault: Fault = {}) {
    if (this.counter > 0) this.counter++
    const clientData = this.#clientData('webauthn.get', challenge, fault)
    const data = this.#data(rpId, fault)
    const signed = Buffer.concat([data, sha256(clientData)])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
        userHandle: fault.userHandle ?? this.#userHandle,
      },
    }
  }

  #named = () => ({ id: this.id, rawId: this.id, type: 'public-key' })

  #clientData = (type: string, challenge: string, { origin = this.#origin }: Fault) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  #data(rpId: string, fault: Fault, flags = 0): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(fault.counter ?? this.counter)
    const verified = fault.verified === false ? 0 : USER_VERIFIED
    return Buffer.concat([
      sha256(fault.rpId ?? rpId),
      Buffer.from([flags | USER_PRESENT | verified]),
      counter,
    ])
  }
}
