import { z } from 'zod';

/** Records of the server: the fields that integrations use. @see https://doc.powerdns.com/authoritative/http-api/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const amount = z.number().nullish();
const texts = z.array(z.string()).nullish();
const zone_id = z.string().optional().meta({ title: 'Id of the zone', example: 'example.org.' });

export const Zone = z.looseObject({
  id: text.meta({ title: 'Id' }),
  name: text.meta({ title: 'Name, with a dot at the end', example: 'example.org.' }),
  kind: text.meta({ title: 'Native, Master, Slave, Producer or Consumer' }),
  serial: amount,
  notified_serial: amount,
  masters: texts,
  account: text,
  soa_edit: text,
  soa_edit_api: text,
  api_rectify: flag,
});

const records = z.array(z.looseObject({ content: z.string(), disabled: z.boolean().optional() }));
const comments = z.array(z.looseObject({ content: text, account: text, modified_at: amount }));
const name = z.string().meta({ title: 'Name, with a dot at the end', example: 'www.example.org.' });
const type = z.string().meta({ title: 'Type: A, AAAA, CNAME, MX, …', example: 'A' });

export const RecordSet = z.looseObject({
  zone_id,
  name,
  type,
  ttl: amount.meta({ title: 'Time to live in seconds' }),
  records: records.nullish(),
  comments: comments.nullish(),
});

export const NewRecordSet = z.strictObject({
  zone_id: z.string().meta({ title: 'Id of the zone', example: 'example.org.' }),
  name,
  type,
  ttl: z.int().meta({ title: 'Time to live in seconds', example: 3600 }),
  records: records.meta({ title: 'All records of the set', example: [{ content: '192.0.2.1', disabled: false }] }),
  comments: comments.optional(),
});

export const Metadata = z.looseObject({
  zone_id,
  kind: text.meta({ title: 'Kind: ALLOW-AXFR-FROM, ALSO-NOTIFY, …' }),
  metadata: texts,
});

export const Cryptokey = z.looseObject({
  zone_id,
  id: z.int().optional().meta({ title: 'Id' }),
  keytype: text.meta({ title: 'ksk, zsk or csk' }),
  active: flag,
  published: flag,
  algorithm: text,
  bits: amount,
  dnskey: text,
  ds: texts,
});

export const TsigKey = z.looseObject({
  id: text.meta({ title: 'Id' }),
  name: text,
  algorithm: text.meta({ title: 'Algorithm: hmac-sha256, …' }),
});
