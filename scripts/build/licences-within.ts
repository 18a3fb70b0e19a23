// What packages contain of others without saying so in the licence file that npm installs.

const llhttp = `It contains llhttp, under this licence:

This software is licensed under the MIT License.

Copyright Fedor Indutny, 2018.

Permission is hereby granted, free of charge, to any person obtaining a
copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included
in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS
OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN
NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE
USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

const publicSuffixList = `It contains the data of the Public Suffix List in another form. The list is subject to the terms of the
Mozilla Public License, v. 2.0: https://mozilla.org/MPL/2.0/. Its source form is at
https://publicsuffix.org/list/public_suffix_list.dat, its history at https://github.com/publicsuffix/list.
`;

/** The licences of what is in a package of this name, beside its own. */
export const licencesWithin: Readonly<Record<string, string>> = { undici: llhttp, tldts: publicSuffixList };
