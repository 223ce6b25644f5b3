import { describe, expect, it } from 'vitest';
import { decodeXml } from './xml.ts';

describe('connectors/kit/decode/xml', () => {
  it('reads elements, lists and the predefined entities', () => {
    const text = '<?xml version="1.0"?>\n<R a="1"><K>a &amp; b &lt;&#x41;&#66;&quot;</K><K>007</K><E/><S> x </S></R>';

    expect(decodeXml(text)).toEqual({ R: { K: ['a & b <AB"', '007'], E: '', S: ' x ' } });
  });

  it('leaves entities alone that it does not know', () => {
    expect(decodeXml('<R>&xxe; &amp;lt;</R>')).toEqual({ R: '&xxe; &lt;' });
  });

  it('refuses a document type', () => {
    expect(() => decodeXml('<?xml version="1.0"?><!DOCTYPE R [<!ENTITY a "b">]><R>&a;</R>')).toThrow();
  });

  it.each(['', 'text', '<R><K>', '<R></R'])('refuses %j', (text) => {
    expect(() => decodeXml(text)).toThrow();
  });
});
