/* Addresses of those who ask, as they are counted: one of IPv4, and of IPv6 the network of 64 bits, which is the least that anybody
 * has. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <arpa/inet.h>

/* "10.0.0.1", "2001:db8::1", "[2001:db8::1]:443", "10.0.0.1:443", with spaces around it. */
bool address_read(const char *text, char out[ADDRESS_MOST])
{
    char plain[ADDRESS_MOST];
    struct in_addr four;
    struct in6_addr six;
    Str s = str_trim(str_of(text));
    if (s.len && s.at[0] == '[') {
        const char *end = memchr(s.at, ']', s.len);
        s = (Str){ s.at + 1, end ? (size_t)(end - s.at) - 1 : 0 };
    }
    out[0] = '\0';
    if (s.len == 0 || s.len >= sizeof plain)
        return false;
    snprintf(plain, sizeof plain, "%.*s", STR(s));
    char *colon = strchr(plain, ':');
    if (colon && strrchr(plain, ':') == colon)
        *colon = '\0';                          /* a port behind an address of IPv4 */
    plain[strcspn(plain, "%")] = '\0';          /* the interface of a local one */
    if (inet_pton(AF_INET, plain, &four) == 1)
        return inet_ntop(AF_INET, &four, out, ADDRESS_MOST) != NULL;
    if (inet_pton(AF_INET6, plain, &six) != 1)
        return false;
    if (IN6_IS_ADDR_V4MAPPED(&six)) {
        memcpy(&four, six.s6_addr + 12, sizeof four);
        return inet_ntop(AF_INET, &four, out, ADDRESS_MOST) != NULL;
    }
    memset(six.s6_addr + 8, 0, 8);
    return inet_ntop(AF_INET6, &six, out, ADDRESS_MOST) != NULL;
}

/* In a list such as "127.0.0.1,::1"; NULL: in none. */
bool address_is_listed(const char *list, const char *address)
{
    for (Str rest = str_of(list ? list : ""); rest.len && address[0];) {
        char one[ADDRESS_MOST], read[ADDRESS_MOST];
        size_t len = strcspn(rest.at, ",");
        snprintf(one, sizeof one, "%.*s", (int)(len < sizeof one ? len : 0), rest.at);
        rest = (Str){ rest.at + len + (len < rest.len), rest.len - len - (len < rest.len) };
        if (address_read(one, read) && strcmp(read, address) == 0)
            return true;
    }
    return false;
}

bool address_list_ok(const char *list)
{
    for (const char *at = list;; at++) {
        char one[ADDRESS_MOST], read[ADDRESS_MOST];
        size_t len = strcspn(at, ",");
        snprintf(one, sizeof one, "%.*s", (int)(len < sizeof one ? len : 0), at);
        if (!address_read(one, read))
            return false;
        at += len;
        if (!*at)
            return true;
    }
}
